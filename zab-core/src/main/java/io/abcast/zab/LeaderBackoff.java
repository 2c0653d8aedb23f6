package io.abcast.zab;

/**
 * Lets a member that loses its quorum again and again, soon after it has begun to lead, leave the lead to others for a while. A link that
 * flaps would otherwise let it win every election and lose every quorum.
 *
 * <p>The first loss of an established leader costs nothing, so that a follower's restart costs nothing. Each further loss, and the first
 * one in an attempt to lead, costs one election timeout, then two, then four at most. A lead that lasts, or a long time without one, resets the count.
 */
final class LeaderBackoff {
    private static final int DOUBLINGS_MAX = 2;

    /** In election timeouts: a lead that lasts so long resets the count. */
    private static final int LASTING = 4;

    /** In election timeouts: losses that are so far apart are counted separately. */
    private static final int APART = 16;

    private final long electionTimeoutNanos;
    private int losses;
    private long lostNanos;
    private long untilNanos = Long.MIN_VALUE;

    LeaderBackoff(long electionTimeoutNanos) {
        this.electionTimeoutNanos = electionTimeoutNanos;
    }

    /**
     * @param sinceNanos when this member began to lead
     * @param established whether it got so far
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

    /** Whether this member would lead. */
    boolean stands(long nowNanos) {
        return nowNanos >= untilNanos;
    }
}
