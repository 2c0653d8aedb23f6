package io.abcast.zab;

import java.util.Arrays;

/**
 * Who has durably logged how much, as the cumulative acks of one epoch say: per member, never per message. An early ack is
 * kept, a repeated or late one changes nothing, and nobody counts twice.
 */
final class QuorumTracker {
    private final long[] acked;
    private final long[] sorted;
    private final int quorum;
    private long evidence;

    QuorumTracker(int members, int quorum) {
        acked = new long[members];
        sorted = new long[members];
        this.quorum = quorum;
    }

    /**
     * @return whether {@link #evidence} rose
     */
    boolean ack(int rank, long zxid) {
        if (zxid <= acked[rank]) return false;
        acked[rank] = zxid;
        if (zxid <= evidence) return false;
        System.arraycopy(acked, 0, sorted, 0, acked.length);
        Arrays.sort(sorted);
        long atQuorum = sorted[sorted.length - quorum];
        if (atQuorum <= evidence) return false;
        evidence = atQuorum;
        return true;
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
