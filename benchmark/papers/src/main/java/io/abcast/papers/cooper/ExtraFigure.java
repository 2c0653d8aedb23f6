package io.abcast.papers.cooper;

import io.abcast.dissemination.cooper.BatchSchedule;
import io.abcast.dissemination.cooper.BlockCount;
import io.abcast.papers.cooper.TransferTrials.Carrier;
import io.abcast.report.Interval95;
import java.util.ArrayList;
import java.util.List;

/**
 * Draws figures that Liu 2015 does not have: relays that code from accumulators, two simultaneous transfers to one
 * node, and a snapshot for followers of a Zab leader.
 */
final class ExtraFigure {
    private static final double SNAPSHOT_BYTES = 1e9;
    private static final int BLOCKS_MAX = 50;

    private final TransferTrials trials;
    private final CodingCost host;

    ExtraFigure(TransferTrials trials, CodingCost host) {
        this.trials = trials;
        this.host = host;
    }

    FigureResult draw() {
        List<TransferCell> cells = new ArrayList<>();
        for (int k : new int[] {16, 50})
            for (int count : new int[] {1, 2, 4}) accumulators(cells, k, count);
        for (int receives = 1; receives <= 2; receives++)
            for (int k : new int[] {16, 50}) receives(cells, k, receives);
        for (int mbits : new int[] {100, 1_000})
            for (int nodes : new int[] {3, 5, 7}) snapshot(cells, nodes, mbits);
        return new FigureResult(
                "beyond",
                "100 MB to 20 nodes at 15 Mbit/s; a snapshot of 1 GB for all followers of a leader",
                cells,
                List.of(),
                List.of(
                        "Rounds: block times after the same seed's run that recodes from all blocks."));
    }

    /**
     * Coding takes no time here, because the figure compares only the number of rounds until all nodes have the file.
     */
    private void accumulators(List<TransferCell> cells, int k, int count) {
        Setting all = Setting.of(k, CodingCost.none());
        List<Spread> from = trials.of(Carrier.GOSSIP, all);
        List<Spread> few = trials.of(Carrier.GOSSIP, all.accumulators(count));
        List<Double> later = new ArrayList<>();
        double most = Double.NEGATIVE_INFINITY;
        for (int run = 0; run < from.size(); run++) {
            double seconds = few.get(run).finish() - from.get(run).finish();
            later.add(seconds * 1e9 / all.blockNanos());
            most = Math.max(most, later.get(run));
        }
        String row = "accumulators: " + count;
        cells.add(
                new TransferCell(row, "k=" + k, "rounds later", Interval95.of(later), Double.NaN));
        cells.add(TransferCell.of(row, "k=" + k, "rounds later, worst run", most, Double.NaN));
    }

    private void receives(List<TransferCell> cells, int k, int count) {
        Setting setting = Setting.of(k, CodingCost.none()).receives(count);
        Interval95 finish = trials.finish(Carrier.GOSSIP, setting);
        String row = "blocks received at once: " + count;
        cells.add(new TransferCell(row, "k=" + k, TransferSweep.FINISH, finish, Double.NaN));
    }

    private void snapshot(List<TransferCell> cells, int nodes, int mbits) {
        int k =
                BlockCount.best(
                        host.encodeBytesPerSecond(),
                        Setting.bytesPerSecond(mbits),
                        1,
                        nodes,
                        Setting.CONSTANT,
                        BLOCKS_MAX);
        Setting setting =
                Setting.of(k, host)
                        .nodes(nodes, mbits)
                        .batches(1, SNAPSHOT_BYTES, BatchSchedule.SEQUENTIAL, Setting.CONSTANT);
        String column = nodes - 1 + " followers, " + mbits + " Mbit/s";
        Interval95 chunks = trials.finish(Carrier.ZAB_CHUNKS, setting);
        Interval95 coded = trials.finish(Carrier.GOSSIP, setting);
        cells.add(
                new TransferCell(
                        "snapshot, in chunks", column, TransferSweep.FINISH, chunks, Double.NaN));
        cells.add(
                new TransferCell(
                        "snapshot, coded, k=" + k,
                        column,
                        TransferSweep.FINISH,
                        coded,
                        Double.NaN));
        double ideal = SNAPSHOT_BYTES / Setting.bytesPerSecond(mbits);
        cells.add(
                TransferCell.of("size over rate", column, TransferSweep.FINISH, ideal, Double.NaN));
    }
}
