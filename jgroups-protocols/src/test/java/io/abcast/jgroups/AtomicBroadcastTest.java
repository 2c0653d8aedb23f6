package io.abcast.jgroups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.jgroups.blocks.ReplicatedStateMachine;
import io.abcast.jgroups.blocks.StateMachine;
import io.abcast.kernel.NodeStatus;
import io.abcast.log.Storage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jgroups.JChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class AtomicBroadcastTest {
    private static final int SECONDS = 30;

    /** A request fails if it gets no answer for a second, for example at a partitioned leader. */
    private final TestCluster cluster =
            new TestCluster(
                    "1,2,3",
                    (id, channel) -> TestCluster.zab(channel).setValue("request_timeout", 1000L));

    private final List<Journal> journals = new ArrayList<>();
    private final List<AtomicBroadcast> broadcasts = new ArrayList<>();

    private void startAll() throws Exception {
        for (int id = 1; id <= 3; id++) {
            JChannel channel = cluster.channel(id, "1,2,3");
            Journal journal = new Journal();
            AtomicBroadcast broadcast = AtomicBroadcast.on(channel, journal);
            journals.add(journal);
            broadcasts.add(broadcast);
            cluster.adopt(id, channel);
            channel.connect(cluster.group);
        }
        for (AtomicBroadcast broadcast : broadcasts)
            assertTrue(broadcast.awaitActive(TestCluster.LIMIT));
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(SECONDS, TimeUnit.SECONDS);
    }

    private void awaitEqualJournals() throws Exception {
        for (AtomicBroadcast broadcast : broadcasts) get(broadcast.linearize());
        Wait.until(
                TestCluster.LIMIT,
                () -> journals.stream().map(Journal::entries).distinct().count() == 1,
                () -> journals.stream().map(j -> j.entries().size()).toList().toString());
        for (Journal journal : journals) assertNull(journal.violation());
    }

    @Test
    void payloadsOfOneThreadKeepTheirOrderAndAllMembersSeeOneOrder() throws Exception {
        startAll();
        List<CompletableFuture<Long>> futures = new ArrayList<>();
        for (int i = 0; i < 1000; i++)
            for (int member = 0; member < 3; member++)
                futures.add(broadcasts.get(member).abcast(bytes(member + ":" + i)));
        long highest = 0;
        for (CompletableFuture<Long> future : futures) highest = Math.max(highest, get(future));
        assertTrue(highest > 0);
        awaitEqualJournals();
        for (int member = 0; member < 3; member++) {
            String mine = member + ":";
            List<Integer> numbers =
                    journals.get(2).entries().stream()
                            .filter(entry -> entry.startsWith(mine))
                            .map(entry -> Integer.parseInt(entry.substring(2)))
                            .toList();
            assertEquals(1000, numbers.size());
            assertEquals(numbers.stream().sorted().toList(), numbers);
        }
    }

    @Test
    void payloadsOfABatchKeepTheirOrderAndEachHasItsOutcome() throws Exception {
        startAll();
        List<CompletableFuture<Long>> zxids = new ArrayList<>();
        AbcastBatch batch = broadcasts.get(1).newBatch();
        for (int round = 0; round < 10; round++) {
            for (int i = 0; i < 20; i++) {
                CompletableFuture<Long> zxid = new CompletableFuture<>();
                zxids.add(zxid);
                batch.add(bytes(round + ":" + i), new ToFuture(zxid));
            }
            CompletableFuture<Long> tooLarge = new CompletableFuture<>();
            batch.add(
                    new byte[TestCluster.zab(cluster.channel(1)).payloadBytesMax() + 1],
                    new ToFuture(tooLarge));
            assertTrue(tooLarge.isCompletedExceptionally());
            assertEquals(20, batch.size());
            batch.submit();
            assertEquals(0, batch.size());
        }
        long before = 0;
        for (CompletableFuture<Long> zxid : zxids) {
            assertTrue(get(zxid) > before);
            before = get(zxid);
        }
        awaitEqualJournals();
        assertEquals(200, journals.get(0).entries().size());
    }

    @Test
    void aBatchAtAMemberThatIsNotRunningFails() throws Exception {
        CompletableFuture<Long> zxid = new CompletableFuture<>();
        try (JChannel channel = cluster.channel(1, "1,2,3")) {
            AbcastBatch batch = AtomicBroadcast.on(channel, new Journal()).newBatch();
            batch.add(bytes("x"), new ToFuture(zxid));
            batch.submit();
        }
        ExecutionException e = assertThrows(ExecutionException.class, () -> get(zxid));
        AbcastException why = assertInstanceOf(AbcastException.class, e.getCause());
        assertEquals(AbcastException.Reason.STOPPED, why.reason());
        assertFalse(why.mayHaveTakenEffect());
    }

    private record ToFuture(CompletableFuture<Long> future) implements AbcastCallback {
        @Override
        public void onDelivered(long zxid, Object result) {
            future.complete(zxid);
        }

        @Override
        public void onFailed(AbcastException why) {
            future.completeExceptionally(why);
        }
    }

    @Test
    void theCallbackGetsTheZxidAndTheReceiversResult() throws Exception {
        startAll();
        CompletableFuture<Object> result = new CompletableFuture<>();
        CompletableFuture<Long> zxid = new CompletableFuture<>();
        broadcasts
                .get(1)
                .abcast(
                        bytes("x"),
                        new AbcastCallback() {
                            @Override
                            public void onDelivered(long at, Object answer) {
                                zxid.complete(at);
                                result.complete(answer);
                            }

                            @Override
                            public void onFailed(AbcastException why) {
                                result.completeExceptionally(why);
                            }
                        });
        assertEquals(1, get(result));
        assertEquals(get(broadcasts.get(1).abcast(bytes("y"))), get(zxid) + 1);
    }

    @Test
    void acknowledgedPayloadsSurviveAPartitionOnceAndInOrder() throws Exception {
        startAll();
        AtomicBoolean going = new AtomicBoolean(true);
        Set<String> acknowledged = ConcurrentHashMap.newKeySet();
        Set<String> unsure = ConcurrentHashMap.newKeySet();
        Queue<Throwable> surprises = new ConcurrentLinkedQueue<>();
        List<Thread> writers = new ArrayList<>();
        for (int member = 0; member < 3; member++) {
            int me = member;
            writers.add(
                    new Thread(
                            () -> {
                                for (int i = 0; going.get(); i++)
                                    write(me, i, acknowledged, unsure, surprises);
                            }));
        }
        writers.forEach(Thread::start);
        for (int victim = 1; victim <= 3; victim++) {
            int before = acknowledged.size();
            Wait.until(
                    TestCluster.LIMIT,
                    () -> acknowledged.size() > before + 100,
                    () -> "no progress");
            cluster.part(victim);
            int me = victim;
            Wait.until(
                    TestCluster.LIMIT,
                    () -> cluster.channel(me).getView().size() == 1,
                    () -> "not parted");
            int parted = acknowledged.size();
            long since = System.nanoTime();
            Wait.until(
                    TestCluster.LIMIT,
                    () ->
                            acknowledged.size() > parted + 100
                                    && System.nanoTime() - since > 1_300_000_000L,
                    () -> "the majority makes no progress");
            cluster.heal();
            Wait.until(
                    TestCluster.LIMIT,
                    () -> cluster.channel(me).getView().size() == 3,
                    () -> "not healed");
            assertTrue(broadcasts.get(me - 1).awaitActive(TestCluster.LIMIT));
        }
        going.set(false);
        for (Thread writer : writers) writer.join();
        awaitEqualJournals();
        Set<String> delivered = new HashSet<>(journals.get(0).entries());
        assertTrue(delivered.containsAll(acknowledged), "acknowledged and not delivered");
        for (String entry : delivered)
            assertTrue(acknowledged.contains(entry) || unsure.contains(entry), entry);
        assertTrue(surprises.isEmpty(), surprises::toString);
    }

    private void write(
            int me,
            int i,
            Set<String> acknowledged,
            Set<String> unsure,
            Queue<Throwable> surprises) {
        String text = me + ":" + i;
        try {
            get(broadcasts.get(me).abcast(bytes(text)));
            acknowledged.add(text);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof AbcastException why && why.mayHaveTakenEffect())
                unsure.add(text);
            else if (!(e.getCause() instanceof AbcastException)) surprises.add(e);
        } catch (Exception e) {
            surprises.add(e);
        }
    }

    @Test
    void tasksRunBetweenDeliveriesAndListenersReceiveEveryLeaderChange() throws Exception {
        startAll();
        CompletableFuture<String> thread = new CompletableFuture<>();
        assertTrue(
                broadcasts.get(0).execute(() -> thread.complete(Thread.currentThread().getName())));
        assertEquals("ZAB server 1", get(thread));
        Queue<NodeStatus> heard = new ConcurrentLinkedQueue<>();
        int leader = broadcasts.get(0).status().leader();
        int other = leader == 1 ? 2 : 1;
        broadcasts.get(other - 1).addStatusListener(heard::add);
        Wait.until(TestCluster.LIMIT, () -> !heard.isEmpty(), () -> "no leader change reported");
        assertEquals(leader, heard.peek().leader());
        broadcasts.get(leader - 1).close();
        Wait.until(
                TestCluster.LIMIT,
                () ->
                        heard.stream()
                                .anyMatch(status -> status.active() && status.leader() != leader),
                heard::toString);
    }

    @Test
    void aBusyLoopDelaysNoView() throws Exception {
        startAll();
        CountDownLatch go = new CountDownLatch(1);
        JChannel busy = cluster.channel(1);
        try {
            assertTrue(
                    broadcasts
                            .get(0)
                            .execute(
                                    () -> {
                                        try {
                                            go.await(SECONDS, TimeUnit.SECONDS);
                                        } catch (InterruptedException e) {
                                            Thread.currentThread().interrupt();
                                        }
                                    }));
            broadcasts.get(2).close();
            Wait.until(
                    TestCluster.LIMIT,
                    () -> busy.getView().size() == 2,
                    () -> busy.getView().toString());
            assertEquals(1, go.getCount());
        } finally {
            go.countDown();
        }
    }

    @Test
    void aMemberMayBeClosedFromItsOwnCallback() throws Exception {
        startAll();
        AtomicBroadcast broadcast = broadcasts.get(2);
        CompletableFuture<Void> stopped = broadcast.stopped();
        broadcast.abcast(
                bytes("last words"),
                new AbcastCallback() {
                    @Override
                    public void onDelivered(long zxid, Object result) {
                        broadcast.close();
                    }

                    @Override
                    public void onFailed(AbcastException why) {}
                });
        assertNull(get(stopped));
        assertFalse(broadcast.execute(() -> {}));
        get(broadcasts.get(0).abcast(bytes("the other members keep ordering requests")));
    }

    @Test
    void aMemberWithAFailingReceiverLeavesAndTheOthersKeepOrdering() throws Exception {
        AtomicInteger poison = new AtomicInteger();
        JChannel channel = cluster.channel(3, "1,2,3");
        AtomicBroadcast third =
                AtomicBroadcast.on(
                        channel,
                        new Receiver() {
                            @Override
                            public Object abdeliver(long zxid, int origin, byte[] payload) {
                                if (Arrays.equals(payload, bytes("poison")))
                                    throw new IllegalStateException(
                                            "bug " + poison.incrementAndGet());
                                return null;
                            }

                            @Override
                            public Storage.SnapshotWriter snapshot() {
                                return out -> {};
                            }

                            @Override
                            public void restore(InputStream content) {}
                        });
        for (int id = 1; id <= 2; id++) {
            JChannel healthy = cluster.channel(id, "1,2,3");
            broadcasts.add(AtomicBroadcast.on(healthy, new Journal()));
            cluster.adopt(id, healthy);
            healthy.connect(cluster.group);
        }
        cluster.adopt(3, channel);
        channel.connect(cluster.group);
        assertTrue(third.awaitActive(TestCluster.LIMIT));
        get(broadcasts.get(0).abcast(bytes("poison")));
        ExecutionException e = assertThrows(ExecutionException.class, () -> get(third.stopped()));
        assertTrue(e.getCause().getMessage().contains("the receiver failed at 1:1"), e::toString);
        Wait.until(TestCluster.LIMIT, () -> !channel.isConnected(), channel::toString);
        ExecutionException late =
                assertThrows(ExecutionException.class, () -> get(third.abcast(bytes("x"))));
        assertEquals(AbcastException.Reason.STOPPED, ((AbcastException) late.getCause()).reason());
        get(broadcasts.get(1).abcast(bytes("the other members keep ordering requests")));
    }

    @Test
    void aStateMachineAnswersCommandsAndQueriesOnOneThread() throws Exception {
        final class Sum implements StateMachine {
            private long sum;

            private byte[] answer() {
                return ByteBuffer.allocate(8).putLong(sum).array();
            }

            @Override
            public byte[] apply(long zxid, byte[] command) {
                sum += command.length;
                return answer();
            }

            @Override
            public byte[] read(byte[] query) {
                if (query.length > 0) throw new IllegalArgumentException("no such query");
                return answer();
            }

            @Override
            public Storage.SnapshotWriter snapshot() {
                byte[] frozen = answer();
                return out -> out.write(frozen);
            }

            @Override
            public void restore(InputStream content) throws IOException {
                sum = content == null ? 0 : ByteBuffer.wrap(content.readAllBytes()).getLong();
            }
        }

        List<ReplicatedStateMachine> machines = new ArrayList<>();
        for (int id = 1; id <= 3; id++) {
            JChannel channel = cluster.channel(id, "1,2,3");
            machines.add(ReplicatedStateMachine.on(channel, new Sum()));
            cluster.adopt(id, channel);
            channel.connect(cluster.group);
        }
        for (ReplicatedStateMachine machine : machines)
            assertTrue(machine.broadcast().awaitActive(TestCluster.LIMIT));
        assertEquals(5, ByteBuffer.wrap(get(machines.get(0).apply(new byte[5]))).getLong());
        assertEquals(12, ByteBuffer.wrap(get(machines.get(1).apply(new byte[7]))).getLong());
        for (ReplicatedStateMachine machine : machines) {
            assertEquals(12, ByteBuffer.wrap(get(machine.readLinearizable(new byte[0]))).getLong());
            assertEquals(12, ByteBuffer.wrap(get(machine.readLocal(new byte[0]))).getLong());
            ExecutionException e =
                    assertThrows(
                            ExecutionException.class,
                            () -> get(machine.readLinearizable(new byte[1])));
            assertEquals("no such query", e.getCause().getMessage());
        }
        machines.get(0).close();
        ExecutionException e =
                assertThrows(
                        ExecutionException.class,
                        () -> get(machines.get(0).readLocal(new byte[0])));
        assertEquals(AbcastException.Reason.STOPPED, ((AbcastException) e.getCause()).reason());
    }
}
