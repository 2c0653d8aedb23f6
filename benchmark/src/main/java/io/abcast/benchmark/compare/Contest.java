package io.abcast.benchmark.compare;

import io.abcast.benchmark.bench.Ratio;
import java.util.ArrayList;
import java.util.List;

/**
 * Two systems under the same load, run by run: what changes on the host in the course of a comparison is hardly in
 * it, for the runs of a pair are close to each other.
 *
 * @param ours of abcast
 * @param theirs of a peer; without any, of the first system
 * @param throughput ours divided by theirs
 * @param p50 likewise, of the clients' latency
 * @param p99 likewise
 */
public record Contest(Cell ours, Cell theirs, Ratio throughput, Ratio p50, Ratio p99) {
    /** Every abcast protocol against every peer; if there are none, every system against the first. */
    public static List<Contest> all(List<Cell> cells) {
        boolean peers =
                cells.stream().anyMatch(c -> !ours(c)) && cells.stream().anyMatch(Contest::ours);
        List<Contest> all = new ArrayList<>();
        for (Cell cell : cells) {
            if (peers && !ours(cell)) continue;
            for (Cell other : cells) {
                boolean opponent =
                        peers ? !ours(other) : other.system().equals(cells.get(0).system());
                if (opponent
                        && !cell.experiment().equals(other.experiment())
                        && cell.experiment().ofNoSystem().equals(other.experiment().ofNoSystem())) {
                    Contest contest = of(cell, other);
                    if (!contest.throughput.values().isEmpty()) all.add(contest);
                }
            }
        }
        return all;
    }

    private static Contest of(Cell ours, Cell theirs) {
        return new Contest(
                ours,
                theirs,
                ours.to(theirs, Measurement::throughput),
                ours.to(theirs, m -> m.micros(50)),
                ours.to(theirs, m -> m.micros(99)));
    }

    private static boolean ours(Cell cell) {
        return cell.experiment().system().equals(KnownSystem.ABCAST.text());
    }
}
