package io.abcast.zab;

import java.util.Arrays;

/**
 * Computes from the cumulative acks of one epoch which entries a quorum has logged. An ack counts even if this member
 * does not have the acked entry yet. Repeated and outdated acks have no effect on the tracker.
 */
final class QuorumTracker {
    private final boolean[] votes;
    private final long[] acked;
    private final long[] sorted;
    private final int quorum;
    private long evidence;

    QuorumTracker(int members, int quorum) {
        this(all(members), quorum);
    }

    private static boolean[] all(int members) {
        boolean[] votes = new boolean[members];
        Arrays.fill(votes, true);
        return votes;
    }

    QuorumTracker(boolean[] votes, int quorum) {
        this.votes = votes;
        acked = new long[votes.length];
        sorted = new long[votes.length];
        this.quorum = quorum;
    }

    /** Returns whether the ack has increased the zxid that {@link #evidence} returns. */
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

    long evidence() {
        return evidence;
    }

    /** Forgets the acks of a member that has lost its storage and may no longer hold the acked entries. */
    void forget(int rank) {
        acked[rank] = 0;
    }

    long acked(int rank) {
        return acked[rank];
    }
}
