package io.abcast.papers.camu.thesis;

import io.abcast.papers.camu.arena.OperationMeter;
import io.abcast.papers.camu.arena.PartitionArena;
import io.abcast.papers.camu.arena.PartitionContext;
import io.abcast.papers.camu.arena.PartitionMachine;
import io.abcast.papers.camu.arena.PartitionOperation;
import io.abcast.papers.camu.arena.SiteDelays;
import io.abcast.sim.Rng;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A short random run of the algorithms of CaMu (Vandevoorde 2018). The random seed decides the delays, first clocks,
 * links, operations and switches of the run.
 */
final class HybridTrial {
    static final long ROUND_NANOS = 5_000_000;
    private static final int PARTITIONS_MIN = 3;
    private static final int PARTITIONS_MAX = 7;
    private static final long LOAD_NANOS = 40 * ROUND_NANOS;
    private static final long LIMIT_NANOS = 2_000 * ROUND_NANOS;
    private static final long QUIET_NANOS = 600 * ROUND_NANOS;
    private static final int SWITCHES = 12;

    private enum Kind {
        HYBRID,
        SWITCHING_HYBRID,
        GENUINE
    }

    enum Outcome {
        OK,
        CYCLE,

        STUCK
    }

    private final Rng random;
    private final ThesisOptions options;
    private final Kind kind;
    private final int partitions;
    private final HybridMachine[] machines;
    private final DeliveryOrders orders;
    private final OperationMeter meter = new OperationMeter(0, 1);
    private long ids;

    private HybridTrial(long seed, Kind kind, Hole... open) {
        this.kind = kind;
        random = new Rng(seed);
        options =
                ThesisOptions.closed(ROUND_NANOS)
                        .withOpen(open)
                        .withLmecAfterDecided(random.chance(0.5))
                        .decidingAtOnce(random.chance(0.5));
        partitions = (int) random.between(PARTITIONS_MIN, PARTITIONS_MAX);
        machines = new HybridMachine[partitions];
        orders = new DeliveryOrders(partitions);
    }

    static Outcome run(long seed, Hole... open) {
        return new HybridTrial(seed, Kind.HYBRID, open).run();
    }

    static Outcome runSwitching(long seed, Hole... open) {
        return new HybridTrial(seed, Kind.SWITCHING_HYBRID, open).run();
    }

    static List<List<Long>> deliveries(long seed) {
        HybridTrial trial = new HybridTrial(seed, Kind.SWITCHING_HYBRID);
        trial.run();
        return IntStream.range(0, trial.partitions).mapToObj(trial.orders::of).toList();
    }

    static Outcome runGenuine(long seed, Hole... open) {
        return new HybridTrial(seed, Kind.GENUINE, open).run();
    }

    private Outcome run() {
        boolean[][] isPeriodic = links();
        long[] clocks = IntStream.range(0, partitions).mapToLong(i -> random.below(20)).toArray();
        long messageNanos = random.below(50) * 1_000L;
        PartitionArena arena =
                new PartitionArena(
                        SiteDelays.each(delays()),
                        messageNanos,
                        this::next,
                        meter,
                        (self, context) -> create(self, clocks[self], isPeriodic[self], context));
        arena.observe(orders);
        for (int i = 0; i < partitions; i++) arena.start(i, random.between(0, ROUND_NANOS));
        if (kind == Kind.SWITCHING_HYBRID) scheduleSwitches(arena);
        boolean isFinished = arena.runToEnd(LOAD_NANOS, LIMIT_NANOS);
        if (!orders.isAcyclic()) return Outcome.CYCLE;
        if (isFinished && kind == Kind.SWITCHING_HYBRID) isFinished = isQuietAfter(arena);
        return isFinished ? Outcome.OK : Outcome.STUCK;
    }

    private PartitionMachine create(
            int self, long clock, boolean[] isPeriodic, PartitionContext context) {
        if (kind == Kind.GENUINE)
            return new ToMulticastMachine(self, partitions, clock, options, context);
        machines[self] =
                new HybridMachine(
                        self, partitions, clock, 0, partners(isPeriodic), options, context);
        return machines[self];
    }

    private boolean isQuietAfter(PartitionArena arena) {
        arena.runUntil(QUIET_NANOS);
        for (HybridMachine each : machines) if (each.isSwitching()) return false;
        for (int i = 0; i < partitions; i++)
            for (int j = 0; j < i; j++)
                if (machines[i].isPeriodic(j) != machines[j].isPeriodic(i)) return false;
        return true;
    }

    private void scheduleSwitches(PartitionArena arena) {
        for (int i = 0; i < SWITCHES; i++) {
            int one = random.below(partitions);
            int other = random.below(partitions);
            if (one == other) continue;
            boolean toPeriodic = random.chance(0.6);
            arena.at(
                    random.between(0, LOAD_NANOS),
                    () -> machines[one].requestSwitch(other, toPeriodic));
        }
    }

    private boolean[][] links() {
        double share = random.unit();
        boolean[][] isPeriodic = new boolean[partitions][partitions];
        for (int i = 0; i < partitions; i++)
            for (int j = 0; j < i; j++) {
                isPeriodic[i][j] = random.chance(share);
                isPeriodic[j][i] = isPeriodic[i][j];
            }
        return isPeriodic;
    }

    private static int[] partners(boolean[] isPeriodic) {
        return IntStream.range(0, isPeriodic.length).filter(i -> isPeriodic[i]).toArray();
    }

    private long[][] delays() {
        long[][] nanos = new long[partitions][partitions];
        for (int i = 0; i < partitions; i++)
            for (int j = 0; j < i; j++) {
                nanos[i][j] = random.between(100_000, random.chance(0.3) ? 12_000_000 : 1_000_000);
                nanos[j][i] = nanos[i][j];
            }
        return nanos;
    }

    private PartitionOperation next(int partition, long now) {
        if (now >= LOAD_NANOS) return null;
        int count = random.chance(0.2) ? 1 : (int) random.between(2, Math.min(4, partitions));
        int[] destinations = new int[count];
        destinations[0] = partition;
        for (int i = 1; i < count; ) {
            int next = random.below(partitions);
            boolean isNew = true;
            for (int j = 0; j < i; j++) isNew &= destinations[j] != next;
            if (isNew) destinations[i++] = next;
        }
        Arrays.sort(destinations);
        // The ids are a permutation of 1, 2, 3, ..., so that neither the age nor the origin of
        // operations decides ties.
        long id = (++ids * 0x9E3779B1L) & 0xFFFFFFFFL;
        return new PartitionOperation(id, partition, destinations, 0);
    }
}
