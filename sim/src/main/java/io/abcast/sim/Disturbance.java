package io.abcast.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A fault so long that the healthy members must make progress while it lasts, see {@link ProgressUnderFaults}. The
 * disturbance begins after all other faults of a run have been healed.
 *
 * @param atNanos time in ns at which the fault begins
 * @param nanos duration in ns
 * @param leader whether the fault affects the leader
 * @param dice seed of all other choices
 */
record Disturbance(long atNanos, Kind kind, long nanos, boolean leader, long dice)
        implements RunSchedule.Item {
    /** Share of the runs that have a disturbance. */
    private static final double RUNS = 0.5;

    enum Kind {
        /** Some links pass no messages, in both directions. */
        PARTIAL(Fault.PARTIAL),
        /** Some links pass messages in one direction only. */
        ONE_WAY(Fault.ASYM),
        /** Links of one member fail and recover repeatedly. */
        FLAP(Fault.FLAP),
        /** Each sync of a disk takes long. */
        SLOW(Fault.SLOW),
        /** No sync of a disk completes. */
        HOLD(Fault.SLOW),
        /** A member crashes repeatedly. */
        RESTART(Fault.RESTART);

        private final Fault fault;

        Kind(Fault fault) {
            this.fault = fault;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /**
     * Draws the disturbance of a run, if the run has one. Half of the runs have a disturbance.
     *
     * @param random a generator for the disturbance only, so that the other draws of the run do not depend on it
     */
    static List<Disturbance> draw(Rng random, Set<Fault> faults, Timeouts timeouts, long atNanos) {
        if (!random.chance(RUNS)) return List.of();
        List<Kind> kinds = new ArrayList<>();
        for (Kind kind : Kind.values()) if (faults.contains(kind.fault)) kinds.add(kind);
        if (kinds.isEmpty()) return List.of();
        Kind kind = kinds.get(random.below(kinds.size()));
        long lasts = 2 * timeouts.answerNanosMax();
        return List.of(
                new Disturbance(atNanos, kind, lasts, random.chance(0.5), random.nextLong()));
    }

    @Override
    public String toString() {
        return "lasting: "
                + kind
                + (leader ? " of the leader" : "")
                + " at "
                + RunSchedule.millis(atNanos)
                + " ms for "
                + RunSchedule.millis(nanos)
                + " ms";
    }
}
