package io.abcast.papers.camu.thesis;

import java.util.Set;

/**
 * Options of the algorithms of Vandevoorde 2018.
 *
 * @param roundNanos minimum time in ns between the beginnings of two rounds of a partition, and between two iterations
 *     of TO-Multicast
 * @param open holes of Vandevoorde 2018 that the algorithms do not close
 * @param isLmecAfterDecided whether a round takes the decided operations before it reads the LMEC (bound on executable
 *     clocks), as in section 3.3.2; if false, afterwards, as in Listing 1
 * @param decidesAtOnce whether TO-Multicast alone delivers an operation as soon as it is decided; if false, it delivers
 *     the operation at the next iteration (Vandevoorde 2018, section 4.2)
 * @param adapts whether partitions switch links by the rule of Vandevoorde 2018, section 4.3.3
 * @param seed seed of the random waiting times before retries of a switch
 */
public record ThesisOptions(
        long roundNanos,
        Set<Hole> open,
        boolean isLmecAfterDecided,
        boolean decidesAtOnce,
        boolean adapts,
        long seed) {
    public ThesisOptions {
        if (roundNanos <= 0)
            throw new IllegalArgumentException(
                    "roundNanos: expected a positive time, got " + roundNanos);
        open = Set.copyOf(open);
    }

    /** Makes options that close all holes (errors and gaps) of Vandevoorde 2018 and keep all links static. */
    public static ThesisOptions closed(long roundNanos) {
        return new ThesisOptions(roundNanos, Set.of(), false, false, false, 1);
    }

    public ThesisOptions withOpen(Hole... holes) {
        return new ThesisOptions(
                roundNanos, Set.of(holes), isLmecAfterDecided, decidesAtOnce, adapts, seed);
    }

    public ThesisOptions withLmecAfterDecided(boolean isAfter) {
        return new ThesisOptions(roundNanos, open, isAfter, decidesAtOnce, adapts, seed);
    }

    public ThesisOptions decidingAtOnce(boolean atOnce) {
        return new ThesisOptions(roundNanos, open, isLmecAfterDecided, atOnce, adapts, seed);
    }

    public ThesisOptions adapting(boolean does, long itsSeed) {
        return new ThesisOptions(
                roundNanos, open, isLmecAfterDecided, decidesAtOnce, does, itsSeed);
    }

    boolean isOpen(Hole hole) {
        return open.contains(hole);
    }
}
