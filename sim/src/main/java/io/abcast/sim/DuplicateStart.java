package io.abcast.sim;

import java.util.List;

/**
 * A second start of a server whose process still runs. The older process of the server is cut off from all members and
 * may be paused.
 *
 * @param atNanos virtual time in ns at which the server is started a second time.
 * @param nanos time in ns for which the older process is cut off.
 * @param leader whether the leader is started a second time.
 * @param dice seed of all other random choices of the second start.
 */
record DuplicateStart(long atNanos, long nanos, boolean leader, long dice)
        implements RunSchedule.Item {
    private static final long MILLI = 1_000_000;

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
