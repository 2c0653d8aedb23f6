package io.abcast.sim;

import io.abcast.log.Durability;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The faults of a run and the times at which the faults begin. Each step of the plan selects its victim when the step
 * starts, because the leader is not known earlier.
 *
 * @param nanos length of the part of the run with faults, in virtual nanoseconds
 * @param steps faults of the run in order of time
 */
record FaultPlan(long nanos, List<Step> steps) {
    private static final long MILLI = 1_000_000;
    private static final int STEPS_MAX = 14;

    private static final double EARLY_RUNS = 0.2;

    private static final long EARLY_NANOS = 100 * MILLI;

    private static final double FORGETTING_RUNS = 0.5;

    /** Fraction of the runs with only a few kinds of faults, as in swarm testing (Groce et al., 2012). */
    private static final double SWARM_RUNS = 0.5;

    private static final int SWARM_KINDS_MAX = 5;

    private static final int OLD_LEADER_MILLIS_MIN = 150;

    private static final int OLD_LEADER_MILLIS_MAX = 3_000;

    enum Kind {
        CRASH(Fault.CRASH),
        CRASH_MID_BATCH(Fault.CRASH),
        CRASH_AT_STEP(Fault.CRASH),
        POWER_LOSS(Fault.POWER),
        PARTITION(Fault.PARTITION),
        ISOLATE(Fault.PARTITION),
        PARTIAL(Fault.PARTIAL),
        ONE_WAY(Fault.ASYM),
        FLAP(Fault.FLAP),
        RESET(Fault.LOSS),
        REPEAT(Fault.DUP),
        PAUSE(Fault.PAUSE),
        OLD_LEADER(Fault.PAUSE),
        CLOCK_RATE(Fault.CLOCK),
        CLOCK_LEAP(Fault.CLOCK),
        DISK_ERROR(Fault.DISK),
        SYNC_ERROR(Fault.DISK),
        DISK_STALL(Fault.SLOW),
        DISK_SLOW(Fault.SLOW),
        DISK_FULL(Fault.FULL),
        MISDIRECT(Fault.MISDIRECT),
        ROT(Fault.ROT),
        ROT_UNNOTICED(Fault.ROT),
        SNAPSHOT_CRASH(Fault.SNAPSHOT),
        SNAPSHOT_SOURCE_CRASH(Fault.SNAPSHOT),
        FORGET(Fault.FORGET),
        FORGET_AT_STEP(Fault.FORGET),
        FOREIGN(Fault.FOREIGN),
        FEW(Fault.FEW);

        final Fault fault;

        Kind(Fault fault) {
            this.fault = fault;
        }

        /** Without logs, no data can rot; with logs, no member forgets its history. */
        boolean happensIn(Durability durability) {
            return switch (this) {
                case FORGET, FORGET_AT_STEP -> durability == Durability.MEMORY;
                case POWER_LOSS, FEW -> durability == Durability.FSYNC;
                case SYNC_ERROR, DISK_FULL, MISDIRECT, ROT, ROT_UNNOTICED, FOREIGN ->
                        durability != Durability.MEMORY;
                default -> true;
            };
        }

        int weight() {
            return switch (this) {
                case FORGET, FORGET_AT_STEP, FEW -> 2;
                default -> 1;
            };
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /**
     * One fault of a plan.
     *
     * @param atNanos virtual time in ns at which the fault begins.
     * @param nanos duration of the fault in ns of virtual time.
     * @param leader whether the victim of the fault is the leader at the time of the fault.
     * @param dice seed of all other random choices of the fault.
     */
    record Step(long atNanos, Kind kind, long nanos, boolean leader, long dice)
            implements RunSchedule.Item {
        @Override
        public String toString() {
            return kind
                    + (leader ? " of the leader" : "")
                    + " at "
                    + RunSchedule.millis(atNanos)
                    + " ms for "
                    + RunSchedule.millis(nanos)
                    + " ms";
        }
    }

    static FaultPlan draw(Rng random, Set<Fault> faults, Durability durability) {
        return draw(random, faults, durability, drawLength(random));
    }

    static long drawLength(Rng random) {
        return random.between(300, 2_500) * MILLI;
    }

    static FaultPlan draw(Rng random, Set<Fault> faults, Durability durability, long length) {
        boolean early = random.chance(EARLY_RUNS);
        List<Kind> kinds = kinds(random, faults, durability);
        List<Step> steps = new ArrayList<>();
        int count = kinds.isEmpty() ? 0 : (int) random.between(1, STEPS_MAX);
        for (int i = 0; i < count; i++) {
            Kind kind = kinds.get(random.below(kinds.size()));
            long at = random.between(0, early ? EARLY_NANOS : length);
            // Short faults affect one phase of the protocol; long faults let timeouts expire.
            long lasts =
                    random.chance(0.4)
                            ? random.between(1, 30) * MILLI
                            : random.between(30, 900) * MILLI;
            boolean leader = random.chance(0.5);
            if (kind == Kind.OLD_LEADER) {
                leader = true;
                lasts = random.between(OLD_LEADER_MILLIS_MIN, OLD_LEADER_MILLIS_MAX) * MILLI;
            }
            steps.add(new Step(at, kind, lasts, leader, random.nextLong()));
        }
        steps.sort(Comparator.comparingLong(Step::atNanos));
        return new FaultPlan(length, List.copyOf(steps));
    }

    private static List<Kind> kinds(Rng random, Set<Fault> faults, Durability durability) {
        // A run often cannot continue after a majority forgets the history, so only some runs allow
        // the fault FORGET.
        boolean forgets = random.chance(FORGETTING_RUNS);
        List<Kind> kinds = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            if (!faults.contains(kind.fault) || !kind.happensIn(durability)) continue;
            if (kind.fault == Fault.FORGET && !forgets) continue;
            for (int i = 0; i < kind.weight(); i++) kinds.add(kind);
        }
        if (!random.chance(SWARM_RUNS)) return kinds;
        int swarm = (int) random.between(1, SWARM_KINDS_MAX);
        while (kinds.size() > swarm) kinds.remove(random.below(kinds.size()));
        return kinds;
    }
}
