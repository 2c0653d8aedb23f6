package io.abcast.papers.camu.thesis;

import java.util.Set;

/**
 * Options of the thesis's algorithms.
 *
 * @param roundNanos least time in ns between the beginnings of two rounds of a partition, and between two iterations of
 *     TO-Multicast
 * @param open holes that stay open
 * @param isLmecAfterDecided whether a round takes the decided operations before it reads the LMEC, as the example of
 *     section 3.3.2 needs; otherwise after that, as in Listing 1. Both are right. In the second case the LMEC counts the
 *     operations that this round dispatches, so that they wait for the next round
 * @param decidesAtOnce whether TO-Multicast alone delivers an operation as soon as it is decided; otherwise at the next
 *     iteration (section 4.2)
 * @param adapts whether partitions switch links by the rule of section 4.3.3
 * @param seed seed of the times of retries
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

    /** All holes closed, static links. */
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
