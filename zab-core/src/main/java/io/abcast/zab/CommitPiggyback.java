package io.abcast.zab;

/**
 * Decides whether the leader delays commits for which no client waits, so that it can piggyback them on the next
 * proposal. If the leader proposes often, the delay of a commit saves one message to each follower without a waiting
 * client. The leader proposes often, for example, if clients send the next request as soon as they have an answer. The
 * delay of a commit is useless if the next request depends on this commit. For example, a client of another follower
 * sends its next request when it sees the committed value. If the leader proposes nothing while a commit waits, the
 * leader then sends a number of later commits without a wait. The number of commits that are sent without a wait
 * doubles each time that a commit waits for a proposal that does not come.
 */
final class CommitPiggyback {
    private static final long NONE = Long.MIN_VALUE;

    /**
     * Maximum number of commits that the leader sends without a wait, after a commit has waited for a proposal that did
     * not come.
     */
    private static final int SPARED_MAX = 1024;

    private final long waitNanos;

    /** The time in ns since which commits wait; {@link #NONE} if no commit waits. */
    private long since = NONE;

    /** Number of coming commits that the leader sends without a wait. */
    private int spared;

    private int penalty;

    /** @param waitNanos maximum time for which a commit waits for a proposal, in ns; 0 if no commit waits */
    CommitPiggyback(long waitNanos) {
        this.waitNanos = waitNanos;
    }

    /**
     * Decides whether to delay a commit for which no client waits.
     *
     * @return whether the leader delays the commit until the next proposal
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
     * Returns the time in ns for which the leader may still delay the waiting commits, or 0 if these commits have
     * waited long enough. A timer may expire a little early, so the returned time is 0 if at most an eighth of the
     * maximum wait remains.
     */
    long restNanos(long now) {
        long rest = since + waitNanos - now;
        return rest <= waitNanos / 8 ? 0 : rest;
    }

    /** Notes that a proposal has carried the waiting commits to the followers. */
    void piggybacked() {
        if (since != NONE) penalty = 0;
        since = NONE;
    }

    /** Notes that the leader has sent the waiting commits because a client waits for them. */
    void sent() {
        since = NONE;
    }

    /** Notes that the leader has sent the waiting commits in separate messages, because no proposal came. */
    void missed() {
        since = NONE;
        penalty = Math.min(Math.max(1, 2 * penalty), SPARED_MAX);
        spared = penalty;
    }
}
