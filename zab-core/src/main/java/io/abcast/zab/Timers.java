package io.abcast.zab;

/** The kinds of timers that a {@link ZabNode} sets. */
final class Timers {
    /** Timer of a member that looks for a leader: when it expires, the member repeats its vote. */
    static final int VOTE = 0;

    /**
     * Timer of a member that looks for a leader: when it expires, the member no longer waits for better votes after a
     * quorum has agreed.
     */
    static final int SETTLE = 1;

    /**
     * Timer of a follower or leader: when it expires, the leader sends a heartbeat, and the follower checks whether its
     * leader is silent.
     */
    static final int HEARTBEAT = 2;

    /**
     * Timer of a follower or leader: when it expires, discovery or synchronisation has made no progress, and the member
     * begins an election.
     */
    static final int PHASE = 3;

    /**
     * Timer D of a follower with a coin: when it expires, the follower tosses the coin again for entries whose ack it
     * has not sent.
     */
    static final int TOSS = 4;

    /** Timer C_m of a follower: when it expires, an entry that is not deliverable counts as stuck. */
    static final int STUCK = 5;

    /**
     * Timer of a leader: when it expires without a proposal, the leader sends the commits that it has delayed to
     * piggyback them.
     */
    static final int COMMIT = 6;

    static final int KINDS = 7;

    private Timers() {}
}
