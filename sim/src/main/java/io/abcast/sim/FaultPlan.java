package io.abcast.sim;

import io.abcast.kernel.log.Durability;
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

    /** Share of the runs in which everything happens while the ensemble forms and has ordered little. */
    private static final double EARLY_RUNS = 0.2;

    private static final long EARLY_NANOS = 100 * MILLI;

    /** Share of the runs that may have {@link Kind#FORGET}. */
    private static final double FORGETTING_RUNS = 0.5;

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
        DISK_ERROR(Fault.DISK),
        FORGET(Fault.FORGET),
        ROT(Fault.ROT);

        final Fault fault;

        Kind(Fault fault) {
            this.fault = fault;
        }

        /** Without logs there is nothing to rot, and all that crash at once have forgotten; with logs nobody forgets. */
        boolean happensIn(Durability durability) {
            return switch (this) {
                case FORGET -> durability == Durability.MEMORY;
                case CRASH_ALL, ROT -> durability != Durability.MEMORY;
                default -> true;
            };
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

    static FaultPlan draw(Rng random, Set<Fault> faults, Durability durability) {
        long length = random.between(300, 2_500) * MILLI;
        // A forgotten majority often ends a run; other runs are to go on.
        boolean forgets = random.chance(FORGETTING_RUNS);
        boolean early = random.chance(EARLY_RUNS);
        List<Kind> kinds = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            if (!faults.contains(kind.fault) || !kind.happensIn(durability)) continue;
            if (kind != Kind.FORGET || forgets) kinds.add(kind);
        }
        List<Step> steps = new ArrayList<>();
        int count = kinds.isEmpty() ? 0 : (int) random.between(1, STEPS_MAX);
        for (int i = 0; i < count; i++) {
            Kind kind = kinds.get(random.below(kinds.size()));
            long at = random.between(0, early ? EARLY_NANOS : length);
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
