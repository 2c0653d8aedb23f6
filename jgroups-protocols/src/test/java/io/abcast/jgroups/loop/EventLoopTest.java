package io.abcast.jgroups.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.driver.Driver;
import io.abcast.driver.OtherMembers;
import io.abcast.driver.PendingRead;
import io.abcast.driver.Task;
import io.abcast.jgroups.AbcastCallback;
import io.abcast.jgroups.AbcastException;
import io.abcast.jgroups.ReadCallback;
import io.abcast.jgroups.Receiver;
import io.abcast.jgroups.TestCluster;
import io.abcast.jgroups.Wait;
import io.abcast.kernel.Digest;
import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Keys;
import io.abcast.kernel.Membership;
import io.abcast.kernel.MembershipChange;
import io.abcast.kernel.Message;
import io.abcast.kernel.Node;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.Refusal;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import io.abcast.log.Durability;
import io.abcast.log.Storage;
import io.abcast.log.Storages;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jgroups.logging.Log;
import org.jgroups.logging.LogFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests the event loop with a node that orders requests without other members. */
final class EventLoopTest {
    private static final int SECONDS = 10;

    private final ConcurrentLinkedQueue<String> trace = new ConcurrentLinkedQueue<>();
    private final CompletableFuture<Throwable> ended = new CompletableFuture<>();
    private final Inbox inbox = new Inbox(1000, 1 << 20, 1 << 20);
    private volatile Solo node;
    private volatile RuntimeException receiverThrows;
    private volatile boolean usersInterrupt;
    private volatile String reason = "";
    private Log log = LogFactory.getLog(EventLoopTest.class);
    private EventLoop loop;

    private final class Solo implements Node {
        private final Effects effects;
        private final ArrayDeque<Entry> open = new ArrayDeque<>();
        private long zxid = Zxid.of(1, 0);
        private long firstRequest = -1;
        volatile boolean answering = true;
        volatile boolean refusing;
        volatile String halt;
        volatile RuntimeException fault;

        Solo(Effects effects) {
            this.effects = effects;
        }

        @Override
        public void onStart(Recovered recovered) {
            trace.add("start");
        }

        @Override
        public void onBatchStart(long nowNanos) {
            expectNoInterrupt("before a batch");
            trace.add("[");
        }

        @Override
        public void onBatchEnd() {
            expectNoInterrupt("at the end of a batch");
            trace.add("]");
        }

        void expectNoInterrupt(String when) {
            if (Thread.currentThread().isInterrupted()) trace.add("interrupted " + when);
        }

        @Override
        public void onSubmit(long request, byte[] payload) {
            if (firstRequest < 0) firstRequest = request;
            trace.add("submit" + payload.length);
            if (fault != null) throw fault;
            if (halt != null) {
                effects.halt(halt);
            } else if (payload.length == 99) {
                effects.refuse(request, Refusal.UNKNOWN);
            } else if (answering) {
                Entry entry = new Entry(++zxid, 1, request, payload);
                open.add(entry);
                effects.append(entry);
            }
        }

        @Override
        public void onReconfigure(long request, MembershipChange change) {}

        @Override
        public void onWithdraw(long through) {
            trace.add("withdraw");
            if (refusing) effects.refuse(through, Refusal.WITHDRAWN);
        }

        @Override
        public void onRead(long read) {
            trace.add("read");
            if (answering) effects.readReady(read);
        }

        @Override
        public void onMessage(int from, Message message) {
            trace.add("message from " + from);
            if (halt != null) effects.halt(halt);
        }

        @Override
        public void onSynced(long position) {
            while (!open.isEmpty() && Zxid.counter(open.peek().zxid()) <= position)
                effects.deliver(open.poll(), true);
            expectNoInterrupt("after deliveries");
        }

        @Override
        public void onTimer(int kind) {
            trace.add("timer" + kind);
        }

        @Override
        public void onReachable(Set<Integer> members) {
            trace.add("reachable " + members);
        }

        @Override
        public void onPersisted(long version) {}

        @Override
        public void onLogRead(long afterZxid, List<Entry> entries) {}

        @Override
        public void onSnapshotTaken(SnapshotId snapshot, Digest content) {}

        @Override
        public void onSnapshotRead(SnapshotId snapshot, long offset, byte[] bytes) {}

        @Override
        public void onSnapshotWritten(SnapshotId snapshot, long nextOffset) {}

        @Override
        public void onSnapshotInstalled(SnapshotId snapshot, boolean installed) {}
    }

    private final class Counter implements Receiver {
        private int count;

        @Override
        public void onAnswered() {
            trace.add("answered");
            user();
        }

        @Override
        public Object abdeliver(long zxid, int origin, byte[] payload) {
            if (receiverThrows != null) throw receiverThrows;
            trace.add("deliver" + payload.length);
            user();
            return ++count;
        }

        @Override
        public Storage.SnapshotWriter snapshot() {
            user();
            return out -> out.write(count);
        }

        @Override
        public void restore(InputStream content) {
            count = 0;
            user();
        }
    }

    private void user() {
        if (usersInterrupt) Thread.currentThread().interrupt();
    }

    private static final class Outcome extends CompletableFuture<Object>
            implements AbcastCallback, ReadCallback {
        @Override
        public void onDelivered(long zxid, Object result) {
            assertTrue(complete(result), "completed twice");
        }

        @Override
        public void onReady() {
            assertTrue(complete("ready"), "completed twice");
        }

        @Override
        public void onFailed(AbcastException why) {
            assertTrue(completeExceptionally(why), "completed twice");
        }

        AbcastException failure() throws Exception {
            ExecutionException e =
                    assertThrows(ExecutionException.class, () -> get(SECONDS, TimeUnit.SECONDS));
            return assertInstanceOf(AbcastException.class, e.getCause());
        }
    }

    private void start(long timeoutMillis) throws Exception {
        start(
                timeoutMillis,
                Storages.open(Durability.MEMORY, null, 1, Membership.of(1), note -> {}));
    }

    private void start(long timeoutMillis, Storage storage) throws Exception {
        loop =
                new EventLoop(
                        "test server 1",
                        log,
                        effects -> node = new Solo(effects),
                        storage,
                        new Counter(),
                        inbox,
                        timeoutMillis * 1_000_000,
                        () -> {},
                        () -> reason,
                        ended::complete);
        loop.start(
                new OtherMembers() {
                    @Override
                    public void onMembership(Membership now) {}

                    @Override
                    public void onEnd() {}

                    @Override
                    public void send(int to, Message message) {}

                    @Override
                    public void onTick(long nowNanos) {}
                });
    }

    private void serve() {
        inbox.post(Driver::serve);
    }

    private Outcome submit(int bytes) {
        Outcome outcome = new Outcome();
        CallerRequest request = new CallerRequest(new byte[bytes], outcome);
        assertEquals(Inbox.Admission.ADMITTED, inbox.admit(request, request.bytes()));
        return outcome;
    }

    private Outcome read() {
        Outcome outcome = new Outcome();
        assertEquals(
                Inbox.Admission.ADMITTED,
                inbox.admit(new CallerRead(Keys.ALL_READ, outcome), PendingRead.BYTES));
        return outcome;
    }

    private static Object get(Outcome outcome) throws Exception {
        return outcome.get(SECONDS, TimeUnit.SECONDS);
    }

    private Throwable end() throws Exception {
        return ended.get(SECONDS, TimeUnit.SECONDS);
    }

    @AfterEach
    void stop() {
        if (loop != null) loop.stop();
    }

    @Test
    void requestsBeforeTheStartOfTheNodeAreSubmittedAtItsStart() throws Exception {
        start(10_000);
        Outcome early = submit(1);
        Outcome read = read();
        inbox.post(l -> l.onMessage(2, () -> 0));
        inbox.post(l -> l.onReachable(Set.of(1, 2)));
        serve();
        assertEquals(1, get(early));
        assertEquals("ready", get(read));
        List<String> seen = List.copyOf(trace);
        assertEquals(
                List.of("[", "start", "reachable [1, 2]", "submit1", "read", "]"),
                normal(seen.subList(0, 6)));
        assertFalse(
                seen.contains("message from 2"), "a node that has not started receives no request");
    }

    @Test
    void requestsBeforeTheStartOfTheNodeTimeOutAndReleaseTheirPlaces() throws Exception {
        start(50);
        AbcastException write = submit(1).failure();
        assertEquals(AbcastException.Reason.TIMEOUT, write.reason());
        assertFalse(write.mayHaveTakenEffect(), "no node has received the request");
        assertTrue(write.getMessage().contains(Driver.NOT_STARTED), write::getMessage);
        AbcastException read = read().failure();
        assertEquals(AbcastException.Reason.TIMEOUT, read.reason());
        Wait.until(TestCluster.LIMIT, () -> inbox.requests() == 0, () -> "places are taken");
        serve();
        assertEquals(1, get(submit(1)));
        assertFalse(trace.contains("read"), "a failed read is not passed to the node");
    }

    @Test
    void tasksReleaseTheirPlacesBeforeTheStartOfTheNode() throws Exception {
        start(10_000);
        CountDownLatch ran = new CountDownLatch(1);
        assertEquals(Inbox.Admission.ADMITTED, inbox.admit(new Task(ran::countDown), Task.BYTES));
        assertTrue(ran.await(SECONDS, TimeUnit.SECONDS));
        Wait.until(TestCluster.LIMIT, () -> inbox.requests() == 0, () -> "place is taken");
    }

    @Test
    void anInterruptOfUserCodeIsClearedAfterIt() throws Exception {
        usersInterrupt = true;
        start(10_000);
        serve();
        for (int i = 1; i <= 3; i++) assertEquals(i, get(submit(1)));
        CountDownLatch atGate = new CountDownLatch(1);
        CountDownLatch gate = new CountDownLatch(1);
        CountDownLatch looked = new CountDownLatch(1);
        inbox.post(
                l -> {
                    atGate.countDown();
                    awaitQuietly(gate);
                });
        assertTrue(atGate.await(SECONDS, TimeUnit.SECONDS));
        inbox.admit(new Task(this::user), Task.BYTES);
        inbox.post(
                l -> {
                    node.expectNoInterrupt("after a task");
                    node.effects.takeSnapshot(node.zxid, new byte[0], false);
                    node.expectNoInterrupt("after a snapshot");
                    looked.countDown();
                });
        gate.countDown();
        assertTrue(looked.await(SECONDS, TimeUnit.SECONDS));
        assertEquals("ready", get(read()));
        assertEquals(4, get(submit(1)));
        assertEquals(List.of(), trace.stream().filter(s -> s.startsWith("interrupted")).toList());
    }

    private static List<String> normal(List<String> seen) {
        return seen.stream().map(s -> s.startsWith("reachable") ? "reachable [1, 2]" : s).toList();
    }

    @Test
    void resultsOfTheReceiverReachTheCallersInOrder() throws Exception {
        start(10_000);
        serve();
        Outcome[] outcomes = new Outcome[500];
        for (int i = 0; i < outcomes.length; i++) outcomes[i] = submit(1);
        for (int i = 0; i < outcomes.length; i++) assertEquals(i + 1, get(outcomes[i]));
        Wait.until(TestCluster.LIMIT, () -> inbox.requests() == 0, () -> "places are taken");
    }

    @Test
    void readsOfOneBatchAskTheNodeOnceAndNotifyTheReceiverOnce() throws Exception {
        start(10_000);
        serve();
        get(submit(1));
        Wait.until(TestCluster.LIMIT, () -> trace.contains("answered"), trace::toString);
        trace.clear();
        CountDownLatch atGate = new CountDownLatch(1);
        CountDownLatch gate = new CountDownLatch(1);
        inbox.post(
                l -> {
                    atGate.countDown();
                    awaitQuietly(gate);
                });
        assertTrue(atGate.await(SECONDS, TimeUnit.SECONDS));
        Outcome[] outcomes = new Outcome[20];
        for (int i = 0; i < outcomes.length; i++) outcomes[i] = read();
        gate.countDown();
        for (Outcome outcome : outcomes) assertEquals("ready", get(outcome));
        inbox.post(l -> trace.add("later"));
        Wait.until(TestCluster.LIMIT, () -> trace.contains("later"), trace::toString);
        assertEquals(1, trace.stream().filter("read"::equals).count());
        assertEquals(1, trace.stream().filter("answered"::equals).count());
    }

    private static void awaitQuietly(CountDownLatch gate) {
        try {
            gate.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void timersExpireAndCanBeCancelled() throws Exception {
        start(10_000);
        serve();
        CountDownLatch set = new CountDownLatch(1);
        inbox.post(
                l -> {
                    node.effects.setTimer(1, 5_000_000);
                    node.effects.setTimer(2, 1_000_000);
                    node.effects.setTimer(3, 1_000_000);
                    node.effects.cancelTimer(3);
                    set.countDown();
                });
        assertTrue(set.await(SECONDS, TimeUnit.SECONDS));
        Wait.until(TestCluster.LIMIT, () -> trace.contains("timer1"), trace::toString);
        assertEquals(
                List.of("timer2", "timer1"),
                trace.stream().filter(s -> s.startsWith("timer")).toList());
    }

    @Test
    void unansweredRequestsAndReadsTimeOutAndReleaseTheirPlaces() throws Exception {
        start(50);
        serve();
        inbox.post(l -> node.answering = false);
        AbcastException write = submit(1).failure();
        assertEquals(AbcastException.Reason.TIMEOUT, write.reason());
        assertTrue(write.mayHaveTakenEffect());
        AbcastException read = read().failure();
        assertEquals(AbcastException.Reason.TIMEOUT, read.reason());
        assertFalse(read.mayHaveTakenEffect());
        Wait.until(
                TestCluster.LIMIT,
                () -> inbox.requests() == 0,
                () -> "requests " + inbox.requests());
    }

    @Test
    void aRequestThatTheNodeCouldStillDropHasTakenNoEffect() throws Exception {
        start(50);
        serve();
        inbox.post(l -> node.answering = false);
        inbox.post(l -> node.refusing = true);
        AbcastException write = submit(1).failure();
        assertEquals(AbcastException.Reason.TIMEOUT, write.reason());
        assertFalse(write.mayHaveTakenEffect());
        assertEquals(1, trace.stream().filter("withdraw"::equals).count());
    }

    @Test
    void anAnswerAfterTheTimeoutHasNoEffect() throws Exception {
        start(50);
        serve();
        inbox.post(l -> node.answering = false);
        assertTrue(submit(1).failure().mayHaveTakenEffect());
        // The node orders the first request after its caller has already received the timeout.
        inbox.post(
                l -> {
                    Entry entry = new Entry(++node.zxid, 1, node.firstRequest, new byte[1]);
                    node.open.add(entry);
                    node.effects.append(entry);
                    node.answering = true;
                });
        assertEquals(2, get(submit(1)), "applied after the late one");
    }

    @Test
    void aTimeoutNamesTheReasonWhyRequestsAreNotOrdered() throws Exception {
        start(50);
        serve();
        reason = "no quorum reachable";
        inbox.post(l -> node.answering = false);
        String said = "test server 1: no answer within 50 ms, no quorum reachable; the request ";
        assertEquals(
                said + "may have taken effect, or may still", submit(1).failure().getMessage());
        assertEquals(said + "has taken no effect", read().failure().getMessage());
    }

    @Test
    void aRefusalByTheNodeTellsWhetherTheRequestMayHaveTakenEffect() throws Exception {
        start(10_000);
        serve();
        AbcastException refused = submit(99).failure();
        assertEquals(AbcastException.Reason.UNKNOWN, refused.reason());
        assertTrue(refused.mayHaveTakenEffect());
        assertEquals(1, get(submit(1)));
    }

    @Test
    void aFailingCallbackAffectsNoOtherRequest() throws Exception {
        start(10_000);
        serve();
        CallerRequest bad =
                new CallerRequest(
                        new byte[1],
                        new AbcastCallback() {
                            @Override
                            public void onDelivered(long zxid, Object result) {
                                throw new IllegalStateException("a callback may fail");
                            }

                            @Override
                            public void onFailed(AbcastException why) {}
                        });
        inbox.admit(bad, bad.bytes());
        assertEquals(2, get(submit(1)));
    }

    @Test
    void stoppingFailsUnansweredRequestsAndReportsNoError() throws Exception {
        start(10_000);
        serve();
        inbox.post(l -> node.answering = false);
        Outcome write = submit(1);
        Outcome read = read();
        Wait.until(TestCluster.LIMIT, () -> trace.contains("read"), trace::toString);
        loop.stop();
        assertNull(end());
        assertEquals(AbcastException.Reason.STOPPED, write.failure().reason());
        assertTrue(write.failure().mayHaveTakenEffect());
        assertFalse(read.failure().mayHaveTakenEffect());
        assertEquals(Inbox.Admission.CLOSED, inbox.admit(loop -> {}, 1));
    }

    @Test
    void aFailingReceiverStopsTheLoopAndTheErrorNamesTheEntry() throws Exception {
        start(10_000);
        serve();
        get(submit(1));
        receiverThrows = new ArithmeticException("bug");
        Outcome outcome = submit(1);
        assertTrue(end().getMessage().contains("the receiver failed at 1:2"), end()::toString);
        assertTrue(outcome.failure().mayHaveTakenEffect());
        assertEquals(end(), outcome.failure().getCause());
    }

    @Test
    void aHaltStopsTheLoopWithItsReasonAndNoEventFollows() throws Exception {
        start(10_000);
        serve();
        get(submit(1));
        CountDownLatch gate = new CountDownLatch(1);
        inbox.post(l -> awaitQuietly(gate));
        node.halt = "two leaders in epoch 3";
        Outcome first = submit(2);
        Outcome second = submit(3);
        gate.countDown();
        assertTrue(end().getMessage().contains("two leaders in epoch 3"), end()::toString);
        assertTrue(first.failure().mayHaveTakenEffect());
        assertFalse(second.failure().mayHaveTakenEffect(), "the node has not received the request");
        assertFalse(trace.contains("submit3"));
    }

    @Test
    void aHaltEndsTheRemainingMessagesOfItsEvent() throws Exception {
        start(10_000);
        serve();
        get(submit(1));
        node.halt = "no";
        inbox.post(
                l -> {
                    l.onMessage(2, () -> 0);
                    l.onMessage(3, () -> 0);
                });
        assertTrue(end().getMessage().endsWith("no"), end()::toString);
        assertTrue(trace.contains("message from 2"));
        assertFalse(trace.contains("message from 3"));
    }

    @Test
    void aFaultOfTheNodeStopsTheLoopAndFailsEveryRequestOnce() throws Exception {
        start(10_000);
        serve();
        get(submit(1));
        CountDownLatch gate = new CountDownLatch(1);
        inbox.post(l -> awaitQuietly(gate));
        node.fault = new IllegalArgumentException("bug");
        Outcome first = submit(2);
        Outcome second = submit(3);
        gate.countDown();
        assertEquals("bug", end().getMessage());
        assertTrue(first.failure().mayHaveTakenEffect());
        assertFalse(second.failure().mayHaveTakenEffect());
    }

    @Test
    void everyRequestFailsAlsoIfTheLoggerThrows() throws Exception {
        log =
                (Log)
                        java.lang.reflect.Proxy.newProxyInstance(
                                getClass().getClassLoader(),
                                new Class<?>[] {Log.class},
                                (proxy, method, args) -> {
                                    throw new OutOfMemoryError("the logger's");
                                });
        start(10_000);
        serve();
        get(submit(1));
        node.fault = new IllegalArgumentException("bug");
        Outcome first = submit(2);
        assertEquals("bug", end().getMessage());
        assertTrue(first.failure().mayHaveTakenEffect());
    }

    @Test
    void aBrokenStorageStopsTheLoop() throws Exception {
        CompletableFuture<Storage.Completions> answers = new CompletableFuture<>();
        Storage memory = Storages.open(Durability.MEMORY, null, 1, Membership.of(1), note -> {});
        Storage seen =
                (Storage)
                        java.lang.reflect.Proxy.newProxyInstance(
                                getClass().getClassLoader(),
                                new Class<?>[] {Storage.class},
                                (proxy, method, args) -> {
                                    if (method.getName().equals("recover"))
                                        answers.complete((Storage.Completions) args[0]);
                                    return method.invoke(memory, args);
                                });
        start(10_000, seen);
        serve();
        get(submit(1));
        answers.get(SECONDS, TimeUnit.SECONDS).failed(new IOException("disk full"));
        assertTrue(end().getMessage().contains("disk full"), end()::toString);
    }

    @Test
    void theLoopTakesNoEventsWhileTheStorageIsFull() throws Exception {
        CountDownLatch atGate = new CountDownLatch(1);
        CountDownLatch gate = new CountDownLatch(1);
        AtomicBoolean full = new AtomicBoolean();
        Storage memory = Storages.open(Durability.MEMORY, null, 1, Membership.of(1), note -> {});
        Storage filling =
                (Storage)
                        java.lang.reflect.Proxy.newProxyInstance(
                                getClass().getClassLoader(),
                                new Class<?>[] {Storage.class},
                                (proxy, method, args) -> {
                                    if (method.getName().equals("awaitRoom") && full.get()) {
                                        atGate.countDown();
                                        awaitQuietly(gate);
                                    }
                                    return method.invoke(memory, args);
                                });
        start(10_000, filling);
        serve();
        get(submit(1));
        full.set(true);
        assertTrue(atGate.await(SECONDS, TimeUnit.SECONDS));
        Outcome held = submit(2);
        assertFalse(trace.contains("submit2"));
        gate.countDown();
        assertEquals(2, get(held));
    }

    @Test
    void aStorageThatCannotBeRecoveredFailsTheStart() {
        Storage broken =
                (Storage)
                        java.lang.reflect.Proxy.newProxyInstance(
                                getClass().getClassLoader(),
                                new Class<?>[] {Storage.class},
                                (proxy, method, args) -> {
                                    if (method.getName().equals("recover"))
                                        throw new IOException("log-1 at offset 7: bad");
                                    return null;
                                });
        IOException e = assertThrows(IOException.class, () -> start(10_000, broken));
        assertEquals("log-1 at offset 7: bad", e.getMessage());
        assertFalse(ended.isDone());
        loop = null;
    }
}
