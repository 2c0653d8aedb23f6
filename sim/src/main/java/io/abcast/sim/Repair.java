package io.abcast.sim;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A majority loses its storages, a person repairs the ensemble as the documentation says, and more goes wrong meanwhile. Drawn from a
 * generator of its own, so that a run without it is what it was.
 *
 * @param nanos when the troubled part of the run ends
 * @param steps in order of time
 */
record Repair(long nanos, List<Step> steps) {
    private static final long MILLI = 1_000_000;

    /** Share of the runs that have one. */
    private static final double RUNS = 0.3;

    /** How long more goes wrong after the loss. */
    private static final long TROUBLED_NANOS_MAX = 6_000 * MILLI;

    private static final int TROUBLES_MAX = 6;
    private static final int ASKED_MAX = 8;
    private static final int AIMED_MAX = 4;

    /** Cuts that are made before the loss are made this long before it at most. */
    private static final long AIMED_NANOS_MAX = 40 * MILLI;

    enum Kind {
        /** Requests of one member. */
        ASK,
        /** A link passes nothing one way. */
        CUT,
        /** A member's disk takes its time. */
        STALL,
        /** A majority loses its storages, or parts of them. */
        LOSE,
        /** A member crashes, and is started again as it was. */
        CRASH,
        /** Members cannot reach each other. */
        PART,
        /** One more member loses its storage. */
        LOSE_MORE;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /**
     * One thing that happens.
     *
     * @param atNanos when it begins
     * @param nanos how long it lasts
     * @param dice decides the rest
     */
    record Step(long atNanos, Kind kind, long nanos, long dice) implements RunSchedule.Item {
        @Override
        public String toString() {
            return "repair: "
                    + kind
                    + " at "
                    + RunSchedule.millis(atNanos)
                    + " ms for "
                    + RunSchedule.millis(nanos)
                    + " ms";
        }
    }

    /** A run without one. */
    static Repair none(long nanos) {
        return new Repair(nanos, List.of());
    }

    /** @param nanos length of the run's troubled part without it */
    static Repair draw(Rng random, Set<Fault> faults, long nanos) {
        if (!random.chance(RUNS)) return none(nanos);
        long lost = random.between(nanos / 4, nanos);
        long ends = Math.max(nanos, lost + random.between(0, TROUBLED_NANOS_MAX));
        List<Step> steps = new ArrayList<>();
        steps.add(step(random, lost, Kind.LOSE));
        for (int i = random.below(AIMED_MAX + 1); i > 0; i--) {
            long before = random.between(0, AIMED_NANOS_MAX);
            Kind kind = random.pick(Kind.CUT, Kind.CUT, Kind.STALL);
            steps.add(step(random, Math.max(0, lost - before), kind));
        }
        for (int i = random.below(ASKED_MAX + 1); i > 0; i--) {
            boolean open = random.chance(0.5);
            long at = open ? lost - random.between(0, AIMED_NANOS_MAX) : random.between(lost, ends);
            steps.add(step(random, Math.max(0, at), Kind.ASK));
        }
        for (int i = random.below(TROUBLES_MAX + 1); i > 0; i--) {
            Kind kind = random.pick(Kind.CRASH, Kind.CRASH, Kind.PART, Kind.CUT, Kind.STALL);
            steps.add(step(random, random.between(lost, ends), kind));
        }
        boolean more = random.chance(0.2);
        Step second = step(random, random.between(lost, ends), Kind.LOSE_MORE);
        if (more && faults.contains(Fault.REMNANT)) steps.add(second);
        steps.sort(Comparator.comparingLong(Step::atNanos));
        return new Repair(ends, List.copyOf(steps));
    }

    private static Step step(Rng random, long at, Kind kind) {
        long nanos =
                random.chance(0.5)
                        ? random.between(1, 50) * MILLI
                        : random.between(50, 2_000) * MILLI;
        return new Step(at, kind, nanos, random.nextLong());
    }
}
