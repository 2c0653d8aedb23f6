package io.abcast.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A fault that affects some members for a long time, while the healthy members must make progress, see {@link
 * ProgressUnderFaults}. A disturbance begins after all other faults of the run are healed.
 *
 * @param atNanos virtual time in ns at which the disturbance begins.
 * @param nanos duration of the disturbance in ns.
 * @param leader whether the disturbance affects the leader.
 * @param dice seed of all other random choices of the disturbance.
 */
record Disturbance(long atNanos, Kind kind, long nanos, boolean leader, long dice)
        implements RunSchedule.Item {
    /** Fraction of the runs that have a disturbance, a lasting fault after all other faults. */
    private static final double RUNS = 0.5;

    enum Kind {
        /** Kind of fault: some links between members pass no messages in either direction. */
        PARTIAL(Fault.PARTIAL),
        /** Kind of fault: some links between members pass messages in one direction only. */
        ONE_WAY(Fault.ASYM),
        /** Kind of fault: all links of one member fail and recover repeatedly. */
        FLAP(Fault.FLAP),
        /** Kind of fault: each sync of a member's disk takes many times longer than usual. */
        SLOW(Fault.SLOW),
        /** Kind of fault: no sync of a member's disk completes during the disturbance. */
        HOLD(Fault.SLOW),
        /** Kind of fault: a member crashes repeatedly during the disturbance. */
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
     * Draws whether a run has a disturbance, and the kind and the times of the disturbance. Half of all runs have a
     * disturbance, a lasting fault after all other faults.
     *
     * @param random random generator for only the disturbance, so that all other draws of the run do not depend on the
     *     disturbance
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
