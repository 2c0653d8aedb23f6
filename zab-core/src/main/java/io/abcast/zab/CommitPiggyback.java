package io.abcast.zab;

/**
 * Decides whether the leader delays commits for which no client waits, so that it can piggyback them on the next
 * proposal. The delay is useless if the next request depends on the commit, for example if a client waits until it
 * reads the committed value. When no proposal has come during a delay, the leader therefore sends a number of later
 * commits without delay. The number of commits without delay doubles each time that a delay was useless.
 */
final class CommitPiggyback {
    private static final long NONE = Long.MIN_VALUE;

    private static final int SPARED_MAX = 1024;

    private final long waitNanos;

    /** The time in ns since which commits wait; {@link #NONE} if no commit waits. */
    private long since = NONE;

    private int spared;

    private int penalty;

    /**
     * @param waitNanos maximum time in ns for which a commit waits for a proposal; 0 switches the delay of commits off
     */
    CommitPiggyback(long waitNanos) {
        this.waitNanos = waitNanos;
    }

    boolean waits(long now) {
        if (since != NONE) return true;
        if (waitNanos == 0) return false;
        if (spared > 0) {
            spared--;
            return false;
        }
        since = now;
        return true;
    }

    boolean anyWaits() {
        return since != NONE;
    }

    /**
     * Returns the time in ns for which the leader may still delay the waiting commits; 0 from an eighth of the maximum
     * delay on, because a timer may expire early.
     */
    long restNanos(long now) {
        long rest = since + waitNanos - now;
        return rest <= waitNanos / 8 ? 0 : rest;
    }

    void piggybacked() {
        if (since != NONE) penalty = 0;
        since = NONE;
    }

    void sent() {
        since = NONE;
    }

    void missed() {
        since = NONE;
        penalty = Math.min(Math.max(1, 2 * penalty), SPARED_MAX);
        spared = penalty;
    }
}
