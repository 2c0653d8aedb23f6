package io.abcast.zab;

/**
 * Decides whether the leader delays commits for which no client waits, to piggyback them on the next proposal. If few
 * clients each send their next request as soon as they have an answer, a delay saves one message to each follower
 * without a client. But the next request may depend on the commit, for example if a client of another follower watches
 * the value. So after a commit that waited without a proposal, some commits do not wait. The number of these
 * commits doubles with each further commit that waits without a proposal.
 */
final class CommitPiggyback {
    private static final long NONE = Long.MIN_VALUE;

    /** Maximum number of commits that do not wait, after a commit that waited and met no proposal. */
    private static final int SPARED_MAX = 1024;

    private final long waitNanos;

    /** The time since which commits wait; {@link #NONE} if no commit waits. */
    private long since = NONE;

    /** Number of the next commits that do not wait. */
    private int spared;

    private int penalty;

    /** @param waitNanos maximum time for which a commit waits; 0: no commit waits */
    CommitPiggyback(long waitNanos) {
        this.waitNanos = waitNanos;
    }

    /**
     * Reports a commit for which no client waits.
     *
     * @return whether the commit waits
     */
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
     * The remaining time of the waiting commits; 0: no proposal has come in time. A timer may expire a little early, so
     * an eighth of the time counts as 0.
     */
    long restNanos(long now) {
        long rest = since + waitNanos - now;
        return rest <= waitNanos / 8 ? 0 : rest;
    }

    /** Reports that a proposal has carried the waiting commits. */
    void piggybacked() {
        if (since != NONE) penalty = 0;
        since = NONE;
    }

    /** Reports that the waiting commits were sent because a client waits for them. */
    void sent() {
        since = NONE;
    }

    /** Reports that the waiting commits were sent in messages of their own, because no proposal came. */
    void missed() {
        since = NONE;
        penalty = Math.min(Math.max(1, 2 * penalty), SPARED_MAX);
        spared = penalty;
    }
}
