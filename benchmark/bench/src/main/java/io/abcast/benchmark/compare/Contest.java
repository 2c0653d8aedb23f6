package io.abcast.benchmark.compare;

import io.abcast.load.contest.Measurement;
import io.abcast.report.Ratio;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Two systems under the same load, whose figures are compared run by run.
 *
 * @param ours runs of a protocol of abcast
 * @param theirs runs of a peer of abcast; if no peer is measured, runs of the first system
 */
public record Contest(SystemRuns ours, SystemRuns theirs) {
    /** Divides abcast's figure by the peer's figure, run by run. */
    public Ratio of(ToDoubleFunction<Measurement> figure) {
        return ours.to(theirs, figure);
    }

    public Ratio throughput() {
        return of(Measurement::throughput);
    }

    /**
     * Ratio of the client latencies of the two systems at a percentile; below 1 means that the first system is faster.
     */
    public Ratio latency(double percentile) {
        return of(m -> m.micros(percentile));
    }

    /**
     * Compares every measured protocol of abcast with every peer; without a measured peer, every system with the first
     * system.
     */
    public static List<Contest> all(List<SystemRuns> cells) {
        boolean peers =
                cells.stream().anyMatch(c -> !ours(c)) && cells.stream().anyMatch(Contest::ours);
        List<Contest> all = new ArrayList<>();
        for (SystemRuns cell : cells) {
            if (peers && !ours(cell)) continue;
            for (SystemRuns other : cells) {
                boolean opponent =
                        peers ? !ours(other) : other.system().equals(cells.get(0).system());
                if (opponent
                        && !cell.experiment().equals(other.experiment())
                        && cell.experiment().ofNoSystem().equals(other.experiment().ofNoSystem())) {
                    Contest contest = new Contest(cell, other);
                    if (!contest.throughput().values().isEmpty()) all.add(contest);
                }
            }
        }
        return all;
    }

    private static boolean ours(SystemRuns cell) {
        return cell.experiment().system().equals(AbcastContestant.NAME);
    }
}
