package io.abcast.sim;

import java.util.List;

/**
 * A second start of a server whose process still runs. The older process is cut off from all members and may be paused.
 * When its links return, it meets members that know the newer process, and must stop. A generator for second starts
 * only draws it, so that the other draws of the run do not depend on it.
 *
 * @param atNanos time of the second start.
 * @param nanos time for which the older process is cut off.
 * @param leader whether the leader is started a second time.
 * @param dice seed of all other choices.
 */
record DuplicateStart(long atNanos, long nanos, boolean leader, long dice)
        implements RunSchedule.Item {
    private static final long MILLI = 1_000_000;

    /** Share of the runs that have a second start. */
    private static final double RUNS = 0.2;

    static List<DuplicateStart> draw(Rng random, long nanos) {
        if (!random.chance(RUNS)) return List.of();
        long at = random.between(0, nanos);
        long lasts =
                random.chance(0.3)
                        ? random.between(0, 50) * MILLI
                        : random.between(50, 3_000) * MILLI;
        return List.of(new DuplicateStart(at, lasts, random.chance(0.5), random.nextLong()));
    }

    @Override
    public String toString() {
        return "second start"
                + (leader ? " of the leader" : "")
                + " at "
                + RunSchedule.millis(atNanos)
                + " ms, the older process is cut off for "
                + RunSchedule.millis(nanos)
                + " ms";
    }
}
