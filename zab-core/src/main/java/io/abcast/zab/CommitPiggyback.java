package io.abcast.zab;

/**
 * Decides whether the leader delays commits for which no client waits, to piggyback them on the next proposal. If
 * proposals come often, the delay saves one message to each follower without a waiting client. Proposals come often,
 * for example, if clients send the next request as soon as they have an answer. The delay has no use if the next
 * request itself depends on the delayed commit, for example because a client of another follower watches the value. So
 * if no proposal comes while a commit waits, some of the following commits do not wait. The number of commits that do
 * not wait doubles each time that a further commit waits without a proposal.
 */
final class CommitPiggyback {
    private static final long NONE = Long.MIN_VALUE;

    /** Maximum number of commits that do not wait after a commit for which no proposal came in time. */
    private static final int SPARED_MAX = 1024;

    private final long waitNanos;

    /** The time since which commits wait; {@link #NONE} if no commit waits. */
    private long since = NONE;

    /** Number of coming commits that will be sent without waiting. */
    private int spared;

    private int penalty;

    /** @param waitNanos maximum time for which a commit waits, in ns; 0 if no commit waits */
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
     * Returns the time for which the waiting commits may still wait, in ns; 0 if no proposal has come in time. A timer
     * may expire a little early, so a remaining time of at most an eighth of the maximum time counts as 0.
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

    /** Reports that the waiting commits were sent in separate messages, because no proposal came. */
    void missed() {
        since = NONE;
        penalty = Math.min(Math.max(1, 2 * penalty), SPARED_MAX);
        spared = penalty;
    }
}
