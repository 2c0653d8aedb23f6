package io.abcast.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Tests a {@code Driver} in virtual time, without a thread; a trace records all calls of the driver. */
final class DriverTest {
    private static final long MS = 1_000_000;
    private static final long TIMEOUT_NANOS = 100 * MS;

    private final List<String> trace = new ArrayList<>();
    private final List<LoopEvent> waiting = new ArrayList<>();
    private Storage storage =
            Storages.open(Durability.MEMORY, null, 1, Membership.of(1), note -> {});
    private Solo node;
    private Driver driver;
    private SnapshotWay way = SnapshotWay.NONE;
    private String reason = "";
    private RuntimeException applicationThrows;
    private IOException restoreThrows;
    private long nowNanos;

    private final class Solo implements Node {
        private final Effects effects;
        private final ArrayDeque<Entry> open = new ArrayDeque<>();
        private long zxid = Zxid.of(1, 0);
        private boolean answering = true;
        private boolean refusing;

        Solo(Effects effects) {
            this.effects = effects;
        }

        @Override
        public void onStart(Recovered recovered) {
            trace.add("start");
        }

        @Override
        public void onBatchStart(long now) {
            trace.add("[" + now / MS);
        }

        @Override
        public void onBatchEnd() {
            trace.add("]");
        }

        @Override
        public void onSubmit(long request, byte[] payload) {
            trace.add("submit" + payload[0]);
            if (payload[0] == 99) effects.halt("two leaders in epoch 3");
            else if (payload[0] == 98) throw new IllegalArgumentException("bug");
            else if (payload[0] == 97) effects.refuse(request, Refusal.UNKNOWN);
            else if (answering) order(request, payload);
        }

        private void order(long request, byte[] payload) {
            Entry entry = new Entry(++zxid, 1, request, payload);
            open.add(entry);
            effects.append(entry);
            effects.send(2, () -> 0);
        }

        @Override
        public void onReconfigure(long request, MembershipChange change) {
            trace.add("change");
            if (answering) effects.reconfigured(request, true, Membership.of(1, 2));
            else effects.refuse(request, Refusal.CHANGE_NOT_READY);
        }

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
        public void onRead(long read, Keys keys) {
            if (keys.readsAll()) {
                onRead(read);
                return;
            }
            trace.add("read" + keys);
            if (answering) effects.readServed(read);
        }

        @Override
        public void onMessage(int from, Message message) {
            trace.add("message from " + from);
            if (from == 99) effects.halt("no");
        }

        @Override
        public void onSynced(long position) {
            trace.add("synced");
            while (!open.isEmpty() && Zxid.counter(open.peek().zxid()) <= position)
                effects.deliver(open.poll(), true);
        }

        @Override
        public void onTimer(int kind) {
            trace.add("timer" + kind);
        }

        @Override
        public void onReachable(Set<Integer> members) {
            trace.add("reachable " + new TreeSet<>(members));
        }

        @Override
        public void onPersisted(long version) {}

        @Override
        public void onLogRead(long afterZxid, List<Entry> entries) {}

        @Override
        public void onSnapshotTaken(SnapshotId snapshot, Digest content) {}

        @Override
        public void onSnapshotRead(SnapshotId snapshot, long offset, byte[] bytes) {
            trace.add("chunk at " + offset);
        }

        @Override
        public void onSnapshotWritten(SnapshotId snapshot, long nextOffset) {
            trace.add("written to " + nextOffset);
        }

        @Override
        public void onSnapshotInstalled(SnapshotId snapshot, boolean installed) {
            trace.add(installed ? "installed" : "not installed");
        }
    }

    private final class App implements Application {
        @Override
        public Object deliver(long zxid, int origin, byte[] payload) {
            if (applicationThrows != null) throw applicationThrows;
            trace.add("deliver" + payload[0]);
            return "result" + payload[0];
        }

        @Override
        public Storage.SnapshotWriter freeze() {
            return out -> out.write(7);
        }

        @Override
        public void restore(InputStream content) throws IOException {
            if (restoreThrows != null) throw restoreThrows;
            trace.add(content == null ? "restore empty" : "restore " + content.read());
        }
    }

    private final class Recorder implements Sink {
        @Override
        public void tell(PendingRequest request) {
            run(request::tell);
        }

        @Override
        public void ready(PendingRead read) {
            run(read::ready);
        }

        @Override
        public void run(Runnable code) {
            try {
                code.run();
            } catch (RuntimeException e) {
                trace.add("callback failed");
            }
        }

        @Override
        public void onAnswered() {
            trace.add("answered");
        }

        @Override
        public void release(int count, long bytes) {
            trace.add("release " + count + " of " + bytes);
        }

        @Override
        public void delivered(long tookNanos, long now) {
            trace.add("took " + tookNanos / MS);
        }

        @Override
        public void report(String line) {
            trace.add(line);
        }

        @Override
        public void onTick() {
            trace.add("tick");
        }
    }

    private final class Others implements OtherMembers {
        @Override
        public void send(int to, Message message) {
            trace.add("send to " + to);
        }

        @Override
        public void onMembership(Membership now) {
            trace.add("members " + now);
        }

        @Override
        public void onEnd() {
            trace.add("leave");
        }

        @Override
        public void onTick(long now) {}
    }

    private final class Ask extends PendingRequest {
        private final int number;

        Ask(int number) {
            super(new byte[] {(byte) number});
            this.number = number;
        }

        Ask(MembershipChange change) {
            super(change);
            number = 0;
        }

        @Override
        protected void onDelivered(long zxid, Object result) {
            trace.add(number + ": " + result);
            if (number == 96) throw new IllegalStateException("a callback may fail");
        }

        @Override
        protected void onFailed(Failure why) {
            trace.add(number + ": " + outcome(why));
        }
    }

    private final class Look extends PendingRead {
        Look() {}

        Look(String key) {
            super(Keys.reading(key));
        }

        @Override
        protected void onReady() {
            trace.add("ready");
        }

        @Override
        protected void onFailed(Failure why) {
            trace.add("read: " + outcome(why));
        }
    }

    private static String outcome(Failure why) {
        return why.kind()
                + (why.refusal() == null ? "" : " " + why.refusal())
                + (why.mayHaveTakenEffect() ? " perhaps" : " not");
    }

    private void open() throws IOException {
        driver =
                new Driver(
                        "server 1",
                        effects -> node = new Solo(effects),
                        storage,
                        new App(),
                        new Recorder(),
                        0,
                        TIMEOUT_NANOS,
                        () -> reason);
        driver.connect(new Others(), way);
        driver.recover(waiting::add);
        trace.clear();
    }

    private void serve() throws IOException {
        open();
        at(0, Driver::serve);
        trace.clear();
    }

    private long at(long millis, LoopEvent... events) {
        List<LoopEvent> all = new ArrayList<>(waiting);
        waiting.clear();
        all.addAll(List.of(events));
        nowNanos = millis * MS;
        return driver.turn(nowNanos, all.toArray(new LoopEvent[0]), all.size());
    }

    private List<String> seen() {
        List<String> seen = List.copyOf(trace);
        trace.clear();
        return seen;
    }

    @Test
    void callersGetAnswersAfterEverythingOfTheBatchHasBeenSentAndFlushed() throws IOException {
        serve();
        at(1, new Ask(1), new Ask(2));
        assertEquals(List.of("[1", "submit1", "send to 2", "submit2", "send to 2", "]"), seen());
        assertEquals(1, waiting.size(), "one sync for both");
        at(3);
        assertEquals(
                List.of(
                        "[3",
                        "synced",
                        "deliver1",
                        "took 2",
                        "deliver2",
                        "took 2",
                        "]",
                        "1: result1",
                        "2: result2",
                        "answered",
                        "release 2 of 130"),
                seen());
    }

    @Test
    void nothingIsOrderedBeforeTheNodeStarts() throws IOException {
        open();
        at(
                0,
                new Ask(1),
                new Look(),
                d -> d.onMessage(2, () -> 0),
                d -> d.onReachable(Set.of(1, 2)));
        assertEquals(List.of("tick"), seen());
        at(1, Driver::serve);
        assertEquals(
                List.of(
                        "[1",
                        "start",
                        "reachable [1, 2]",
                        "submit1",
                        "send to 2",
                        "read",
                        "]",
                        "ready",
                        "answered",
                        "release 1 of 64"),
                seen());
        assertEquals(1, driver.figures().early());
    }

    @Test
    void requestsSubmittedBeforeTheStartHaveTheirTimeLimit() throws IOException {
        open();
        at(0, new Ask(1), new Look());
        at(99);
        assertFalse(trace.contains("1: TIMEOUT not"));
        trace.clear();
        at(124);
        assertEquals(
                List.of("1: TIMEOUT not", "read: TIMEOUT not", "release 2 of 129", "tick"), seen());
        assertEquals(2, driver.figures().timedOut());
        at(125, Driver::serve);
        assertFalse(seen().contains("submit1"));
    }

    @Test
    void aTimeoutNamesTheReason() throws IOException {
        String[] text = new String[1];
        open();
        at(0, ask(text));
        at(100);
        assertTrue(text[0].contains(Driver.NOT_STARTED), text[0]);
        at(101, Driver::serve);
        node.answering = false;
        reason = "no quorum reachable";
        at(102, ask(text));
        at(202);
        assertEquals(
                "server 1: no answer within 100 ms, no quorum reachable; the request may have taken effect, or may still",
                text[0]);
    }

    private static PendingRequest ask(String[] text) {
        return new PendingRequest(new byte[] {1}) {
            @Override
            protected void onDelivered(long zxid, Object result) {}

            @Override
            protected void onFailed(Failure why) {
                text[0] = why.text();
            }
        };
    }

    @Test
    void readsOfOneBatchAskTheNodeOnce() throws IOException {
        serve();
        at(1, new Look(), new Look(), new Look());
        assertEquals(
                List.of(
                        "[1",
                        "read",
                        "]",
                        "ready",
                        "ready",
                        "ready",
                        "answered",
                        "release 3 of 192"),
                seen());
        assertEquals(3, driver.figures().reads());
        assertEquals(1, driver.figures().readGroups());
    }

    @Test
    void readsOfOneBatchAskForTheKeysOfAll() throws IOException {
        serve();
        at(1, new Look("a"), new Look("b"));
        at(2, new Look("a"), new Look());
        assertEquals(
                List.of(
                        "[1",
                        "read{a=r, b=r}",
                        "]",
                        "ready",
                        "ready",
                        "answered",
                        "release 2 of 156",
                        "[2",
                        "read",
                        "]",
                        "ready",
                        "ready",
                        "answered",
                        "release 2 of 142"),
                seen());
    }

    @Test
    void timersExpireInTheirOrderAndTheTurnSaysWhenTheNextOneIsDue() throws IOException {
        serve();
        assertEquals(
                5 * MS,
                at(
                        1,
                        d -> {
                            node.effects.setTimer(1, 6 * MS);
                            node.effects.setTimer(2, 4 * MS);
                            node.effects.setTimer(3, 5 * MS);
                            node.effects.cancelTimer(3);
                        }));
        trace.clear();
        assertEquals(7 * MS, at(5));
        assertEquals(List.of("[5", "timer2", "]"), seen());
        assertEquals(25 * MS, at(7), "the next check of time limits");
        assertEquals(List.of("[7", "timer1", "]"), seen());
    }

    @Test
    void aRequestInTimeIsNotTouchedAndALateOneIsWithdrawn() throws IOException {
        serve();
        node.answering = false;
        at(1, new Ask(1));
        at(26, new Ask(2), new Look());
        trace.clear();
        at(100);
        assertFalse(trace.contains("withdraw"), trace::toString);
        trace.clear();
        at(125);
        assertEquals(
                List.of(
                        "[125",
                        "]",
                        "[125",
                        "withdraw",
                        "]",
                        "1: TIMEOUT perhaps",
                        "answered",
                        "release 1 of 65",
                        "tick"),
                seen());
        node.refusing = true;
        at(150);
        assertEquals(
                List.of(
                        "[150",
                        "]",
                        "[150",
                        "withdraw",
                        "]",
                        "2: TIMEOUT not",
                        "answered",
                        "release 1 of 65",
                        "read: TIMEOUT not",
                        "release 1 of 64",
                        "tick"),
                seen());
        assertEquals(3, driver.figures().timedOut());
    }

    @Test
    void aLateAnswerHasNoEffect() throws IOException {
        serve();
        node.answering = false;
        at(1, new Ask(1));
        at(125);
        node.answering = true;
        trace.clear();
        // The first request of this driver has number 0.
        at(126, d -> node.order(0, new byte[] {1}), new Ask(2));
        at(127);
        assertEquals(
                List.of("deliver1", "deliver2", "took 1", "]", "2: result2"),
                seen().subList(7, 12));
    }

    @Test
    void aRefusalSaysWhetherTheRequestMayHaveTakenEffect() throws IOException {
        serve();
        at(1, new Ask(97), new Ask(new MembershipChange(MembershipChange.Kind.ADD_OBSERVER, 2)));
        assertEquals("97: REFUSED UNKNOWN perhaps", trace.get(trace.indexOf("]") + 1));
        assertTrue(trace.contains("members " + Membership.of(1, 2)), trace::toString);
        assertTrue(trace.contains("0: " + Membership.of(1, 2)), trace::toString);
        trace.clear();
        node.answering = false;
        at(2, new Ask(new MembershipChange(MembershipChange.Kind.ADD_OBSERVER, 3)));
        assertTrue(trace.contains("0: REFUSED CHANGE_NOT_READY not"), trace::toString);
    }

    @Test
    void aFailingCallbackDoesNotAffectOthers() throws IOException {
        serve();
        at(1, new Ask(96), new Ask(2), new Task(() -> trace.add("task")));
        at(2);
        assertEquals(
                List.of("96: result96", "callback failed", "2: result2"),
                trace.subList(trace.indexOf("96: result96"), trace.indexOf("2: result2") + 1));
        assertTrue(trace.contains("task"));
        assertFalse(driver.ended());
    }

    @Test
    void stoppingFailsUnansweredRequestsOnceAndLaterEvents() throws IOException {
        serve();
        node.answering = false;
        at(1, new Ask(1), new Look());
        trace.clear();
        assertEquals(Driver.NEVER, at(2, Driver::stop, new Ask(2), new Look()));
        assertTrue(driver.ended());
        assertNull(driver.failure());
        driver.end();
        driver.drop(new Ask(3));
        driver.close();
        assertEquals(
                List.of(
                        "[2",
                        "leave",
                        "read: STOPPED not",
                        "1: STOPPED perhaps",
                        "answered",
                        "release 1 of 65",
                        "2: STOPPED not",
                        "read: STOPPED not",
                        "3: STOPPED not"),
                seen());
        assertEquals(Driver.NEVER, at(200, new Ask(4)), "does nothing any more");
        assertEquals(List.of(), seen());
    }

    @Test
    void aHaltEndsTheBatchAndNoEventFollows() throws IOException {
        serve();
        assertEquals(Driver.NEVER, at(1, new Ask(99), new Ask(2)));
        assertTrue(driver.failure().getMessage().endsWith("two leaders in epoch 3"));
        driver.end();
        List<String> seen = seen();
        assertFalse(seen.contains("submit2"), seen::toString);
        assertTrue(seen.contains("99: STOPPED perhaps"), seen::toString);
        assertTrue(seen.contains("2: STOPPED not"), seen::toString);
    }

    @Test
    void aHaltAmongTheMessagesOfOneEventEndsThem() throws IOException {
        serve();
        at(
                1,
                d -> {
                    d.onMessage(99, () -> 0);
                    d.onMessage(3, () -> 0);
                });
        assertEquals(List.of("[1", "message from 99"), seen());
    }

    @Test
    void aFaultOfTheNodeEndsTheDriver() throws IOException {
        serve();
        assertEquals(Driver.NEVER, at(1, new Ask(98), new Ask(2)));
        assertEquals("bug", driver.failure().getMessage());
        driver.end();
        assertTrue(trace.contains("98: STOPPED perhaps"), trace::toString);
        assertTrue(trace.contains("2: STOPPED not"), trace::toString);
    }

    @Test
    void aFailingApplicationEndsTheDriverWithTheEntryNamed() throws IOException {
        serve();
        applicationThrows = new ArithmeticException("bug");
        at(1, new Ask(1));
        assertEquals(Driver.NEVER, at(2));
        assertTrue(
                driver.failure().getMessage().contains("the receiver failed at 1:1"),
                driver.failure()::getMessage);
        assertSame(applicationThrows, driver.failure().getCause());
    }

    @Test
    void aStorageThatFailsEndsTheDriver() throws IOException {
        Storage.Completions[] answers = new Storage.Completions[1];
        Storage memory = storage;
        storage =
                (Storage)
                        Proxy.newProxyInstance(
                                getClass().getClassLoader(),
                                new Class<?>[] {Storage.class},
                                (proxy, method, args) -> {
                                    if (method.getName().equals("recover"))
                                        answers[0] = (Storage.Completions) args[0];
                                    return method.invoke(memory, args);
                                });
        serve();
        answers[0].failed(new IOException("disk full"));
        assertEquals(Driver.NEVER, at(1));
        assertEquals("the storage failed: disk full", driver.failure().getMessage());
        driver.end();
        driver.close();
    }

    @Test
    void anApplicationThatCannotBeRestoredFailsTheRecovery() {
        restoreThrows = new IOException("bad content");
        IllegalStateException e = assertThrows(IllegalStateException.class, this::open);
        assertTrue(e.getMessage().contains("bad content"), e::getMessage);
    }

    @Test
    void anInstalledSnapshotIsRestoredBeforeTheNodeIsInformed() throws IOException {
        serve();
        at(1, new Ask(1), d -> node.effects.installSnapshot(SnapshotId.EMPTY, new byte[0]));
        trace.clear();
        at(2);
        assertTrue(
                trace.indexOf("restore empty") >= 0
                        && trace.indexOf("restore empty") < trace.indexOf("installed"),
                trace::toString);
    }

    @Test
    void bytesOfTheSecondWayAreWrittenAfterAChunkBeforeTheNodeRequestsMore() throws IOException {
        SnapshotId snapshot = new SnapshotId(Zxid.of(1, 1), 10, 1);
        way =
                new SnapshotWay() {
                    @Override
                    public boolean readsNow(SnapshotId id, long offset, int bytesMax, long now) {
                        return offset == 0;
                    }

                    @Override
                    public byte[] behind(SnapshotId id, long offset) {
                        return offset == 4 ? new byte[5] : null;
                    }

                    @Override
                    public void onInstalled(SnapshotId id) {}

                    @Override
                    public void onTick(long now) {}

                    @Override
                    public void close() {}
                };
        serve();
        at(1, d -> node.effects.writeSnapshot(snapshot, 0, new byte[4]));
        at(2);
        at(3);
        assertEquals(List.of("[1", "]", "[2", "]", "[3", "written to 9", "]"), seen());
        at(
                4,
                d -> {
                    node.effects.readSnapshot(SnapshotId.EMPTY, 1, 10);
                    node.effects.readSnapshot(SnapshotId.EMPTY, 0, 10);
                });
        at(5);
        assertEquals(List.of("[4", "]", "[5", "chunk at 0", "]"), seen());
    }
}
