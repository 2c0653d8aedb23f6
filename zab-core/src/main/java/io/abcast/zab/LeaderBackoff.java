package io.abcast.zab;

/**
 * Keeps a member from standing for election for some time if it has repeatedly become leader and soon lost its quorum.
 * Without the back-off, a member with an unstable link could win every election and lose its quorum each time.
 *
 * <p>After its first loss of a quorum, an established leader may stand for election at once, so that the restart of a
 * follower causes no delay. After each further loss of a quorum, and after a first loss before it was established, the
 * member waits: one election timeout, then two, then four. A long term as leader, or a long time since the last loss,
 * resets the count of losses.
 */
final class LeaderBackoff {
    private static final int DOUBLINGS_MAX = 2;

    /** Duration of a term as leader, in election timeouts, that resets the count of quorum losses. */
    private static final int LASTING = 4;

    /**
     * Maximum time, in election timeouts, between two quorum losses that count as consecutive, so that the second loss
     * increases the back-off.
     */
    private static final int APART = 16;

    private final long electionTimeoutNanos;
    private int losses;
    private long lostNanos;
    private long untilNanos = Long.MIN_VALUE;

    LeaderBackoff(long electionTimeoutNanos) {
        this.electionTimeoutNanos = electionTimeoutNanos;
    }

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

    boolean stands(long nowNanos) {
        return nowNanos >= untilNanos;
    }
}
