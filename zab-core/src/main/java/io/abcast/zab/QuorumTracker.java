package io.abcast.zab;

import java.util.Arrays;

/**
 * Who has durably logged how much, as the cumulative acks of one epoch say: per member, never per message. An early ack is
 * kept, a repeated or late one changes nothing, and nobody counts twice.
 */
final class QuorumTracker {
    private final boolean[] votes;
    private final long[] acked;
    private final long[] sorted;
    private final int quorum;
    private long evidence;

    /** Of {@code members} that all count. */
    QuorumTracker(int members, int quorum) {
        this(all(members), quorum);
    }

    private static boolean[] all(int members) {
        boolean[] votes = new boolean[members];
        Arrays.fill(votes, true);
        return votes;
    }

    /**
     * @param votes by rank: whether the member counts; of one that does not, an ack is remembered and no more
     */
    QuorumTracker(boolean[] votes, int quorum) {
        this.votes = votes;
        acked = new long[votes.length];
        sorted = new long[votes.length];
        this.quorum = quorum;
    }

    /**
     * @return whether {@link #evidence} rose
     */
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

    /** The highest zxid that a quorum is known to have logged; never decreases. */
    long evidence() {
        return evidence;
    }

    /** The member has lost its memory: what it acked before says nothing about what it holds. */
    void forget(int rank) {
        acked[rank] = 0;
    }

    long acked(int rank) {
        return acked[rank];
    }
}
