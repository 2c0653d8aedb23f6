package io.abcast.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * One thing that goes wrong and stays so, long enough to require that the members which it leaves healthy make progress meanwhile
 * ({@link ProgressUnderFaults}). It begins when the other faults of a run have been healed.
 *
 * @param atNanos when it begins
 * @param nanos how long it lasts
 * @param leader whether it looks for the leader
 * @param dice decides the rest
 */
record Disturbance(long atNanos, Kind kind, long nanos, boolean leader, long dice)
        implements RunSchedule.Item {
    /** Share of the runs that have one. */
    private static final double RUNS = 0.5;

    enum Kind {
        /** Some links pass nothing, both ways. */
        PARTIAL(Fault.PARTIAL),
        /** Some links pass messages one way only. */
        ONE_WAY(Fault.ASYM),
        /** Links of one member fail and come back again and again. */
        FLAP(Fault.FLAP),
        /** A disk takes long for each sync. */
        SLOW(Fault.SLOW),
        /** No sync of a disk ends. */
        HOLD(Fault.SLOW),
        /** A member crashes again and again. */
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
     * Half of the runs have one.
     *
     * @param random a generator of its own, so that a run without a disturbance is what it was
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
