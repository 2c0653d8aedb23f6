package io.abcast.sim;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * What goes wrong in a run, and when. Victims are found when the time has come, because "the leader" is not known before.
 *
 * @param nanos length of the troubled part of the run, in virtual nanoseconds
 * @param steps in order of time
 */
record FaultPlan(long nanos, List<Step> steps) {
    private static final long MILLI = 1_000_000;
    private static final int STEPS_MAX = 14;

    enum Kind {
        CRASH(Fault.CRASH),
        CRASH_MID_BATCH(Fault.CRASH),
        CRASH_ALL(Fault.CRASH),
        PARTITION(Fault.PARTITION),
        ISOLATE(Fault.PARTITION),
        ONE_WAY(Fault.ASYM),
        RESET(Fault.LOSS),
        PAUSE(Fault.PAUSE),
        DISK_STALL(Fault.DISK),
        DISK_ERROR(Fault.DISK);

        final Fault fault;

        Kind(Fault fault) {
            this.fault = fault;
        }
    }

    /**
     * One fault.
     *
     * @param atNanos when it begins
     * @param nanos how long it lasts
     * @param leader whether it looks for the leader
     * @param dice decides the rest
     */
    record Step(long atNanos, Kind kind, long nanos, boolean leader, long dice) {
        @Override
        public String toString() {
            return kind
                    + (leader ? " leader" : "")
                    + " at "
                    + atNanos / MILLI
                    + " ms for "
                    + nanos / MILLI
                    + " ms";
        }
    }

    static FaultPlan draw(Rng random, Set<Fault> faults) {
        long length = random.between(300, 2_500) * MILLI;
        List<Kind> kinds = new ArrayList<>();
        for (Kind kind : Kind.values()) if (faults.contains(kind.fault)) kinds.add(kind);
        List<Step> steps = new ArrayList<>();
        int count = kinds.isEmpty() ? 0 : (int) random.between(1, STEPS_MAX);
        for (int i = 0; i < count; i++) {
            Kind kind = kinds.get(random.below(kinds.size()));
            long at = random.between(0, length);
            // Short ones hit a phase, long ones let timeouts expire.
            long lasts =
                    random.chance(0.4)
                            ? random.between(1, 30) * MILLI
                            : random.between(30, 900) * MILLI;
            steps.add(new Step(at, kind, lasts, random.chance(0.5), random.nextLong()));
        }
        steps.sort(Comparator.comparingLong(Step::atNanos));
        return new FaultPlan(length, List.copyOf(steps));
    }
}
