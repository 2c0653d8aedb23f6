package io.abcast.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Delayed;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests shards (groups) of virtual clients in virtual time. */
final class LoadShardTest {
    private static final long MILLI = 1_000_000;
    private final VirtualTime time = new VirtualTime();
    private final ArrayDeque<Operation> sent = new ArrayDeque<>();
    private boolean targetClosed;

    private final Target target =
            new Target() {
                @Override
                public void send(Operation operation) {
                    sent.add(operation);
                }

                @Override
                public int partitionOf(int key, int partitions) {
                    return key % partitions;
                }

                @Override
                public void close() {
                    targetClosed = true;
                }
            };

    @Test
    void aClientHasOneRequestInFlightAndThinksBeforeTheNext() {
        LoadShard shard =
                shard(new LoadSpec(1, RateSchedule.NONE, 100, 10, 30, 30, 5, 1, ReadKind.LOCAL));
        shard.startClients();
        time.advance(100 * MILLI);
        assertEquals(1, sent.size());
        time.advance(5 * MILLI);
        sent.poll().completed(RequestOutcome.OK);
        time.advance(29 * MILLI);
        assertEquals(0, sent.size());
        time.advance(1 * MILLI);
        assertEquals(1, sent.size());
        assertEquals(1, shard.poll().writes());
    }

    @Test
    void droppedClientsEndAfterTheirReplyAndTheOthersContinue() {
        LoadShard shard =
                shard(new LoadSpec(5, RateSchedule.NONE, 100, 10, 0, 0, 5, 1, ReadKind.LOCAL));
        shard.startClients();
        time.advance(100 * MILLI);
        assertEquals(5, sent.size());
        shard.keep(2);
        for (int i = 0; i < 5; i++) sent.poll().completed(RequestOutcome.OK);
        time.advance(100 * MILLI);
        assertEquals(List.of(0, 1), sent.stream().map(Operation::client).sorted().toList());
        assertEquals(5, shard.poll().writes());
        shard.keep(0);
        while (!sent.isEmpty()) sent.poll().completed(RequestOutcome.OK);
        time.advance(100 * MILLI);
        assertEquals(0, sent.size());
    }

    @Test
    void anErrorIsCountedAndTheClientBacksOff() {
        LoadShard shard =
                shard(new LoadSpec(1, RateSchedule.NONE, 100, 10, 0, 0, 5, 1, ReadKind.LOCAL));
        shard.startClients();
        time.advance(100 * MILLI);
        sent.poll().completed(RequestOutcome.BUSY);
        assertEquals(0, sent.size());
        time.advance(20 * MILLI);
        assertEquals(1, sent.size());
        LoadFigures figures = shard.poll();
        assertEquals(1, figures.errors()[RequestOutcome.BUSY.ordinal()]);
        assertEquals(0, figures.latency().getTotalCount());
    }

    @Test
    void aStallShowsInEveryRequestThatWasDueMeanwhile() {
        LoadShard shard =
                shard(
                        new LoadSpec(
                                1,
                                RateSchedule.constant(1000),
                                100,
                                10,
                                0,
                                0,
                                5,
                                1,
                                ReadKind.LOCAL));
        // The generator of the load itself was blocked for one second, in which 1000 requests
        // became due, 1 ms apart.
        long start = time.now;
        time.advance(1_000 * MILLI);
        shard.sendDue(start, MILLI, 1000);
        while (!sent.isEmpty()) sent.poll().completed(RequestOutcome.OK);
        LoadFigures figures = shard.poll();
        assertEquals(1000, figures.writes());
        assertEquals(500_000, figures.latency().getMean(), 1_000);
        assertEquals(1_000.0, figures.latency().getMaxValue() / 1000.0, 1.0);
        assertEquals(1_000_000, figures.lagMicrosMax());
    }

    @Test
    void theWriteRatioIsKept() {
        LoadShard shard =
                shard(
                        new LoadSpec(
                                1,
                                RateSchedule.constant(1000),
                                30,
                                10,
                                0,
                                0,
                                5,
                                1,
                                ReadKind.LOCAL));
        shard.sendDue(time.now, 1, 10_000);
        long writes = sent.stream().filter(Operation::write).count();
        assertTrue(Math.abs(writes - 3_000) < 200, "writes: " + writes);
    }

    private static LoadSpec conflicting(int percent, int writePercent, int keys) {
        return new LoadSpec(
                        1,
                        RateSchedule.constant(1000),
                        writePercent,
                        10,
                        0,
                        0,
                        keys,
                        1,
                        ReadKind.LOCAL)
                .withConflicts(Conflicts.of(percent, keys));
    }

    @Test
    void soManyWritesGoToTheSharedKeyAndEachOtherToAKeyOfItsOwn() {
        LoadShard shard = shard(conflicting(30, 100, 10_000));
        shard.sendDue(time.now, 1, 10_000);
        long shared = sent.stream().filter(o -> o.key() == Conflicts.SHARED_KEY).count();
        assertTrue(Math.abs(shared - 3_000) < 200, "shared: " + shared);
        long own = sent.stream().map(Operation::key).distinct().count() - 1;
        assertEquals(10_000 - shared, own);
    }

    @Test
    void atTheLimitsOfConflictsAllWritesOrNoneGoToTheSharedKey() {
        LoadShard all = shard(conflicting(100, 100, 50));
        all.sendDue(time.now, 1, 500);
        assertTrue(sent.stream().allMatch(o -> o.key() == Conflicts.SHARED_KEY));
        sent.clear();
        LoadShard none = shard(conflicting(0, 100, 50));
        none.sendDue(time.now, 1, 50);
        assertEquals(50, sent.stream().map(Operation::key).distinct().count());
        assertTrue(sent.stream().allMatch(o -> o.key() >= 1 && o.key() <= 50));
    }

    @Test
    void readsOfALoadWithConflictsGoToRandomKeys() {
        LoadShard shard = shard(conflicting(100, 1, 50));
        shard.sendDue(time.now, 1, 1_000);
        long keys = sent.stream().filter(o -> !o.write()).map(Operation::key).distinct().count();
        assertEquals(50, keys);
    }

    private static LoadSpec spread(int writePercent, PartitionLoad partitions) {
        return new LoadSpec(
                        1,
                        RateSchedule.constant(1000),
                        writePercent,
                        10,
                        0,
                        0,
                        1_000,
                        1,
                        ReadKind.LOCAL)
                .withSpread(partitions);
    }

    @Test
    void soManyWritesAreMultisOverTheirSpanOfPartitions() {
        PartitionLoad load = new PartitionLoad(5, 30, 3, PartitionLoad.UNIFORM, List.of());
        LoadShard shard = shard(spread(100, load));
        shard.sendDue(time.now, 1, 10_000);
        long multis = sent.stream().filter(o -> o.keys() != null).count();
        assertTrue(Math.abs(multis - 3_000) < 200, "multis: " + multis);
        for (Operation operation : sent) {
            assertEquals(operation.partition(), operation.key() % 5);
            if (operation.keys() == null) continue;
            assertEquals(operation.key(), operation.keys()[0]);
            assertEquals(3, IntStream.of(operation.keys()).map(k -> k % 5).distinct().count());
        }
        while (!sent.isEmpty()) sent.poll().completed(RequestOutcome.OK);
        LoadFigures figures = shard.poll();
        assertEquals(multis, figures.multiLatency().getTotalCount());
        assertEquals(10_000 - multis, figures.singleLatency().getTotalCount());
        assertEquals(10_000, figures.latency().getTotalCount());
    }

    @Test
    void aLoadOnSomePartitionsBeginsInThese() {
        PartitionLoad load = new PartitionLoad(5, 50, 2, PartitionLoad.FIXED, List.of(1, 4));
        LoadShard shard = shard(spread(100, load));
        shard.sendDue(time.now, 1, 1_000);
        Set<Integer> homes = new HashSet<>();
        for (Operation operation : sent) {
            homes.add(operation.partition());
            if (operation.keys() != null)
                assertEquals((operation.partition() + 1) % 5, operation.keys()[1] % 5);
        }
        assertEquals(Set.of(1, 4), homes);
    }

    @Test
    void readsAreNeverMultis() {
        LoadShard shard =
                shard(spread(1, new PartitionLoad(2, 100, 2, PartitionLoad.UNIFORM, List.of())));
        shard.sendDue(time.now, 1, 1_000);
        for (Operation operation : sent) assertEquals(operation.write(), operation.keys() != null);
    }

    @Test
    void partnersOfASkewedLoadFollowTheHomePartition() {
        PartitionLoad load = new PartitionLoad(5, 100, 2, 2, List.of(3));
        LoadShard shard = shard(spread(100, load));
        shard.sendDue(time.now, 1, 10_000);
        int[] counts = new int[5];
        for (Operation operation : sent) counts[operation.keys()[1] % 5]++;
        // With the exponent 2 of Zipf's law, the probabilities of the four partner partitions are
        // in the ratio 1 : 1/4 : 1/9 : 1/16.
        assertEquals(7_024, counts[4], 200);
        assertEquals(1_756, counts[0], 200);
        assertEquals(780, counts[1], 200);
        assertEquals(0, counts[3]);
    }

    @Test
    void partsOfALoadHaveNoOwnKeyInCommon() {
        LoadSpec load = conflicting(0, 100, 1_003);
        Set<Integer> seen = new HashSet<>();
        for (int server = 0; server < 3; server++)
            for (int shard = 0; shard < 4; shard++) {
                Conflicts part = load.part(server, 3).part(shard, 4).conflicts();
                for (int n = 0; n < part.count(); n++)
                    assertTrue(seen.add(part.own(n)), "twice: " + part.own(n));
            }
        assertEquals(1_003, seen.size());
    }

    @Test
    void requestsInFlightTooLongAreGivenUpAndCounted() {
        LoadShard shard =
                shard(new LoadSpec(3, RateSchedule.NONE, 100, 10, 0, 0, 5, 1, ReadKind.LOCAL));
        shard.startClients();
        time.advance(100 * MILLI);
        assertEquals(3, sent.size());
        CompletableFuture<Void> drained = shard.stop();
        sent.poll().completed(RequestOutcome.OK);
        assertFalse(drained.isDone());
        time.advance(400 * MILLI);
        shard.finish();
        LoadFigures figures = shard.poll();
        assertEquals(2, figures.unanswered());
        assertTrue(figures.latency().getMaxValue() >= 400_000);
        assertTrue(targetClosed);
        Operation late = sent.poll();
        late.completed(RequestOutcome.OK);
        assertEquals(1, shard.poll().writes());
    }

    @Test
    void requestsInFlightAreBounded() {
        LoadShard shard =
                shard(
                        new LoadSpec(
                                1,
                                RateSchedule.constant(1000),
                                100,
                                10,
                                0,
                                0,
                                5,
                                1,
                                ReadKind.LOCAL));
        shard.sendDue(time.now, 1, LoadShard.IN_FLIGHT_MAX + 7);
        assertEquals(LoadShard.IN_FLIGHT_MAX, sent.size());
        assertEquals(7, shard.poll().unsent());
    }

    @Test
    void aClientAsksTheServersRoundRobin() {
        Operation operation = new Operation(null, 4);
        assertEquals(
                List.of(1, 2, 0, 1),
                List.of(
                        operation.nextTurn() % 3,
                        operation.nextTurn() % 3,
                        operation.nextTurn() % 3,
                        operation.nextTurn() % 3));
    }

    private LoadShard shard(LoadSpec spec) {
        return new LoadShard(spec, target, time, () -> time.now);
    }

    private static final class VirtualTime extends AbstractExecutorService
            implements ScheduledExecutorService {
        long now = 1_000 * MILLI;
        private final PriorityBlockingQueue<Task> tasks = new PriorityBlockingQueue<>();

        void advance(long nanos) {
            long until = now + nanos;
            while (!tasks.isEmpty() && tasks.peek().at <= until) {
                Task task = tasks.poll();
                now = Math.max(now, task.at);
                task.action.run();
            }
            now = until;
        }

        private static final class Task extends CompletableFuture<Void>
                implements ScheduledFuture<Void> {
            final long at;
            final Runnable action;

            Task(long at, Runnable action) {
                this.at = at;
                this.action = action;
            }

            @Override
            public long getDelay(TimeUnit unit) {
                return unit.convert(at, TimeUnit.NANOSECONDS);
            }

            @Override
            public int compareTo(Delayed other) {
                return Long.compare(at, ((Task) other).at);
            }
        }

        @Override
        public void execute(Runnable action) {
            action.run();
        }

        @Override
        public ScheduledFuture<?> schedule(Runnable action, long delay, TimeUnit unit) {
            Task task = new Task(now + unit.toNanos(delay), action);
            tasks.add(task);
            return task;
        }

        @Override
        public <V> ScheduledFuture<V> schedule(Callable<V> action, long delay, TimeUnit unit) {
            throw new UnsupportedOperationException();
        }

        @Override
        public ScheduledFuture<?> scheduleAtFixedRate(
                Runnable action, long first, long period, TimeUnit unit) {
            throw new UnsupportedOperationException();
        }

        @Override
        public ScheduledFuture<?> scheduleWithFixedDelay(
                Runnable action, long first, long delay, TimeUnit unit) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void shutdown() {}

        @Override
        public List<Runnable> shutdownNow() {
            return List.of();
        }

        @Override
        public boolean isShutdown() {
            return false;
        }

        @Override
        public boolean isTerminated() {
            return false;
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) {
            return true;
        }
    }
}
