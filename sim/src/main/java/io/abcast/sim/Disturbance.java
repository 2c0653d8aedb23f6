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
    private static final double RUNS = 0.5;

    enum Kind {
        PARTIAL(Fault.PARTIAL),
        ONE_WAY(Fault.ASYM),
        FLAP(Fault.FLAP),
        SLOW(Fault.SLOW),
        HOLD(Fault.SLOW),
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
     * {@code random} is used only for the disturbance, so that other draws of the run do not depend on the disturbance.
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
