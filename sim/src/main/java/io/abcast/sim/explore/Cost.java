package io.abcast.sim.explore;

/**
 * Packs five counts into one number: crashes, campaigns, retries, repeats and reads. The number says how many of each a
 * schedule may still have, or how many of each one event uses. Each count has five bits, of which the highest one is
 * always 0.
 */
final class Cost {
    static final int FREE = 0;
    static final int CRASH = 1;
    static final int CAMPAIGN = 1 << 5;
    static final int RETRY = 1 << 10;
    static final int REPEAT = 1 << 15;
    static final int READ = 1 << 20;

    /** Maximum value of a bound. */
    static final int MAX = 15;

    private static final int GUARDS = 0x10 | 0x10 << 5 | 0x10 << 10 | 0x10 << 15 | 0x10 << 20;

    private Cost() {}

    static int all(Bounds bounds) {
        return bounds.crashes() * CRASH
                + bounds.campaigns() * CAMPAIGN
                + bounds.retries() * RETRY
                + Math.max(0, bounds.repeats()) * REPEAT
                + bounds.reads() * READ;
    }

    /** Whether a step with this cost stays within the bounds; {@code left} is the unused part of the bounds. */
    static boolean covers(int left, int cost) {
        return (((left | GUARDS) - cost) & GUARDS) == GUARDS;
    }
}
