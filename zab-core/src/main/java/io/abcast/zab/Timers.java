package io.abcast.zab;

/** The kinds of timers that a {@link ZabNode} sets. */
final class Timers {
    /** While looking for a leader: time to repeat the vote. */
    static final int VOTE = 0;

    /** While looking for a leader: the time to wait for better votes, after a quorum has agreed, is over. */
    static final int SETTLE = 1;

    /** While following or leading: time of the next heartbeat. */
    static final int HEARTBEAT = 2;

    /** While following or leading: discovery or synchronisation has made no progress. */
    static final int PHASE = 3;

    /** While following: timer D, after which a coin is tossed without a new proposal. */
    static final int TOSS = 4;

    /** While following: timer C_m, after which an entry that is not deliverable counts as stuck. */
    static final int STUCK = 5;

    /** While leading: no proposal has come on which waiting commits could be piggybacked. */
    static final int COMMIT = 6;

    /** The number of kinds of timers. */
    static final int KINDS = 7;

    private Timers() {}
}
