package io.abcast.sim;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The loss of the storages of a majority of members, and faults while the operator repairs the ensemble as the
 * documentation says.
 *
 * @param nanos end of the part of the run with faults, in virtual nanoseconds
 * @param steps steps of the loss and its repair in order of time
 */
record Repair(long nanos, List<Step> steps) {
    private static final long MILLI = 1_000_000;

    private static final double RUNS = 0.3;

    private static final long TROUBLED_NANOS_MAX = 6_000 * MILLI;

    private static final int TROUBLES_MAX = 6;
    private static final int ASKED_MAX = 8;
    private static final int AIMED_MAX = 4;

    private static final long AIMED_NANOS_MAX = 40 * MILLI;

    enum Kind {
        ASK,
        CUT,
        STALL,
        LOSE,
        CRASH,
        PART,
        LOSE_MORE;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /**
     * One step of the loss of storages and its repair.
     *
     * @param atNanos virtual time in ns at which the step of the repair begins.
     * @param nanos duration of the step of the repair in ns.
     * @param dice seed of all other random choices of this step
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

    static Repair none(long nanos) {
        return new Repair(nanos, List.of());
    }

    /** {@code nanos} is the length in ns of the part of the run with faults, without the time of the repair. */
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
