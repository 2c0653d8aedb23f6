package io.abcast.sim.explore;

/**
 * Packs five counts of events into one number: crashes, campaigns (attempts to get a leader), retries, repeats and
 * reads. The packed number says how many events of each kind a schedule may still have, or how many one step uses.
 */
final class Cost {
    static final int FREE = 0;
    static final int CRASH = 1;
    static final int CAMPAIGN = 1 << 5;
    static final int RETRY = 1 << 10;
    static final int REPEAT = 1 << 15;
    static final int READ = 1 << 20;

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

    /** {@code left} is the packed number of the events that the bounds still allow. */
    static boolean covers(int left, int cost) {
        return (((left | GUARDS) - cost) & GUARDS) == GUARDS;
    }
}
