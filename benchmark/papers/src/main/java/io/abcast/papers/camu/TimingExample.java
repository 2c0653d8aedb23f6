package io.abcast.papers.camu;

import io.abcast.papers.camu.arena.OperationMeter;
import io.abcast.papers.camu.arena.PartitionArena;
import io.abcast.papers.camu.arena.PartitionContext;
import io.abcast.papers.camu.arena.PartitionMachine;
import io.abcast.papers.camu.arena.PartitionOperation;
import io.abcast.papers.camu.arena.SiteDelays;
import io.abcast.papers.camu.thesis.HybridMachine;
import io.abcast.papers.camu.thesis.ThesisOptions;
import io.abcast.papers.result.PaperCell;
import io.abcast.papers.result.PaperResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Runs the worked example of Vandevoorde 2018, section 3.3.2 (Figures 3.2 and 3.3). In the example, partitions 1 and 2
 * use Periodic Broadcast, and all other pairs of partitions use TO-Multicast. Partition 1 submits operation A for
 * partitions 0, 1 and 2; partition 3 submits operation B for partitions 2 and 3.
 *
 * <p>Figure 3.2 of Vandevoorde 2018 leaves out some communication. In this run, an additional operation C of a fifth
 * partition raises the clock of partition 2 to the value that Figure 3.2 shows as LMEC (bound on executable clocks).
 */
final class TimingExample {
    private static final int PARTITIONS = 5;
    private static final long ROUND_NANOS = 10_000_000;

    /** The partitions of the example take their operations in round 16, the round after this one. */
    private static final long ROUND_BEFORE = 15;

    private static final long ROUNDS = 4;

    /**
     * Logical clocks at the start: partition 1 votes 201 for A, partition 0 votes 213 for A, and partition 3 votes 247
     * for B.
     */
    private static final long[] CLOCKS = {212, 201, 240, 247, 249};

    private static final PartitionOperation A =
            new PartitionOperation(1, 1, new int[] {0, 1, 2}, 0);
    private static final PartitionOperation B = new PartitionOperation(2, 3, new int[] {2, 3}, 0);
    private static final PartitionOperation C = new PartitionOperation(3, 4, new int[] {2, 4}, 0);

    private final List<PaperCell> cells = new ArrayList<>();
    private final List<String> lines = new ArrayList<>();

    private TimingExample() {}

    static PaperResult result() {
        TimingExample example = new TimingExample();
        example.run();
        // The sort is stable, so the rounds of each partition stay in order.
        example.cells.sort(Comparator.comparing(PaperCell::row));
        return new PaperResult(
                "figure 3.3",
                "the worked example of section 3.3.2",
                example.cells,
                List.of(),
                example.lines);
    }

    private static SiteDelays delays() {
        long[][] nanos = new long[PARTITIONS][PARTITIONS];
        for (long[] row : nanos) Arrays.fill(row, 1_000_000);
        nanos[0][1] = 6_000_000;
        nanos[1][0] = 6_000_000;
        nanos[4][2] = 3_000_000;
        nanos[2][4] = 3_000_000;
        return SiteDelays.each(nanos);
    }

    private void run() {
        // The operations of the example are constants, so each run needs copies whose records of
        // deliveries are empty.
        PartitionOperation[] first = new PartitionOperation[PARTITIONS];
        for (PartitionOperation each : List.of(A, B, C))
            first[each.origin()] =
                    new PartitionOperation(each.id(), each.origin(), each.destinations(), 0);
        PartitionArena arena =
                new PartitionArena(
                        delays(),
                        0,
                        (partition, now) -> {
                            PartitionOperation next = first[partition];
                            first[partition] = null;
                            return next;
                        },
                        new OperationMeter(0, 1),
                        this::create);
        for (int i = 0; i < PARTITIONS; i++) arena.start(i, 0);
        arena.runUntil(ROUNDS * ROUND_NANOS);
    }

    private PartitionMachine create(int self, PartitionContext context) {
        int[] periodic = self == 1 ? new int[] {2} : self == 2 ? new int[] {1} : new int[0];
        HybridMachine machine =
                new HybridMachine(
                        self,
                        PARTITIONS,
                        CLOCKS[self],
                        ROUND_BEFORE,
                        periodic,
                        ThesisOptions.closed(ROUND_NANOS).withLmecAfterDecided(true),
                        context);
        machine.trace(new Lines(self));
        return machine;
    }

    private static String name(PartitionOperation operation) {
        return operation.id() == A.id() ? "A" : operation.id() == B.id() ? "B" : "C";
    }

    private final class Lines implements HybridMachine.Trace {
        private final int self;

        Lines(int self) {
            this.self = self;
        }

        @Override
        public void round(long round, long lmec, long mec) {
            if (self != 1 && self != 2) return;
            String partition = "partition " + self;
            cells.add(new PaperCell(partition, "round " + round, "LMEC", lmec));
            cells.add(new PaperCell(partition, "round " + round, "MEC", mec));
            lines.add(
                    "round " + round + ", " + partition + ": LMEC " + lmec + ", MEC " + mec + ".");
        }

        @Override
        public void executed(long round, PartitionOperation operation, long clock) {
            String partition = "partition " + self;
            cells.add(new PaperCell(partition, name(operation), "executed in round", round));
            cells.add(new PaperCell(partition, name(operation), "timestamp", clock));
            lines.add(
                    "round "
                            + round
                            + ", "
                            + partition
                            + ": executes "
                            + name(operation)
                            + " ("
                            + clock
                            + ").");
        }
    }
}
