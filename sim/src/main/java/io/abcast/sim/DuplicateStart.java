package io.abcast.sim;

import java.util.List;

/**
 * A server is started a second time while its process still runs. That one is cut off from all others, and may stand still. When it comes back, it meets
 * members that know the newer process, and has to stop. Drawn from a generator of its own, so that a run without it is what it was.
 *
 * @param atNanos when the server is started again
 * @param nanos how long the older process is cut off
 * @param leader whether it looks for the leader
 * @param dice decides the rest
 */
record DuplicateStart(long atNanos, long nanos, boolean leader, long dice) implements RunSchedule.Item {
    private static final long MILLI = 1_000_000;

    /** Share of the runs that have one. */
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
