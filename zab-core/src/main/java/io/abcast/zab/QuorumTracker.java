package io.abcast.zab;

import java.util.Arrays;

/**
 * Tracks the last durable entry of each member, according to the cumulative acks of one epoch. The tracker records an
 * ack even if this member does not hold the acknowledged entry yet. A repeated ack, or an ack that arrives after a
 * higher ack of its sender, has no effect. The tracker counts each member at most once for an entry.
 */
final class QuorumTracker {
    private final boolean[] votes;
    private final long[] acked;
    private final long[] sorted;
    private final int quorum;
    private long evidence;

    /** Creates a tracker for {@code members} members, all of which count in quorums. */
    QuorumTracker(int members, int quorum) {
        this(all(members), quorum);
    }

    private static boolean[] all(int members) {
        boolean[] votes = new boolean[members];
        Arrays.fill(votes, true);
        return votes;
    }

    /**
     * @param votes for each rank, whether the member with this rank counts in quorums. The tracker records the acks of
     *     members that do not count in quorums, but does not count these acks
     */
    QuorumTracker(boolean[] votes, int quorum) {
        this.votes = votes;
        acked = new long[votes.length];
        sorted = new long[votes.length];
        this.quorum = quorum;
    }

    /** @return whether the ack has increased the zxid that {@link #evidence} returns */
    boolean ack(int rank, long zxid) {
        if (zxid <= acked[rank]) return false;
        acked[rank] = zxid;
        if (zxid <= evidence || !votes[rank]) return false;
        for (int r = 0; r < acked.length; r++) sorted[r] = votes[r] ? acked[r] : 0;
        Arrays.sort(sorted);
        long atQuorum = sorted[sorted.length - quorum];
        if (atQuorum <= evidence) return false;
        evidence = atQuorum;
        return true;
    }

    boolean counts(int rank) {
        return votes[rank];
    }

    /**
     * Returns the highest zxid that a quorum is known to have logged. The zxid that a quorum is known to have logged
     * never decreases.
     */
    long evidence() {
        return evidence;
    }

    /**
     * Forgets the acks of a member that has lost its storage, because the member may no longer hold the acknowledged
     * entries.
     */
    void forget(int rank) {
        acked[rank] = 0;
    }

    long acked(int rank) {
        return acked[rank];
    }
}
