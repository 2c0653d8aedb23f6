package io.abcast.zab;

/**
 * Keeps a member from standing for election for a while after it has repeatedly lost its quorum soon after it began to
 * lead. Otherwise a member with a flapping link could win every election and lose every quorum.
 *
 * <p>The first loss of an established leader has no cost, so that the restart of a follower has no cost. Each further
 * loss, and the first loss during an attempt to lead, costs one election timeout, then two, then at most four. A long
 * lead, or a long time without one, resets the count.
 */
final class LeaderBackoff {
    private static final int DOUBLINGS_MAX = 2;

    /** In election timeouts: a lead of this duration resets the count. */
    private static final int LASTING = 4;

    /** In election timeouts: losses that are further apart are counted separately. */
    private static final int APART = 16;

    private final long electionTimeoutNanos;
    private int losses;
    private long lostNanos;
    private long untilNanos = Long.MIN_VALUE;

    LeaderBackoff(long electionTimeoutNanos) {
        this.electionTimeoutNanos = electionTimeoutNanos;
    }

    /**
     * Reports the loss of the quorum.
     *
     * @param sinceNanos when this member began to lead
     * @param established whether this member was an established leader
     */
    void onQuorumLost(long sinceNanos, boolean established, long nowNanos) {
        boolean inRow =
                nowNanos - sinceNanos < LASTING * electionTimeoutNanos
                        && nowNanos - lostNanos < APART * electionTimeoutNanos;
        if (!inRow) losses = 0;
        if (!established) losses = Math.max(1, losses);
        if (losses > 0)
            untilNanos = nowNanos + (electionTimeoutNanos << Math.min(losses - 1, DOUBLINGS_MAX));
        losses++;
        lostNanos = nowNanos;
    }

    /** Whether this member stands for election. */
    boolean stands(long nowNanos) {
        return nowNanos >= untilNanos;
    }
}
