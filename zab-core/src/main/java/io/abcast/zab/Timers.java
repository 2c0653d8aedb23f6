package io.abcast.zab;

/** The kinds of timers that a {@link ZabNode} sets. */
final class Timers {
    /** Looking: repeats the vote. */
    static final int VOTE = 0;

    /** Looking: a quorum has agreed, and the time to wait for better votes is over. */
    static final int SETTLE = 1;

    /** Following and leading: heartbeats. */
    static final int HEARTBEAT = 2;

    /** Following and leading: discovery or synchronisation has made no progress. */
    static final int PHASE = 3;

    /** Following: timer D, after which a coin is tossed without a new proposal. */
    static final int TOSS = 4;

    /** Following: timer C_m, after which an entry that is not deliverable counts as stuck. */
    static final int STUCK = 5;

    /** Leading: no proposal has come on which waiting commits could be piggybacked. */
    static final int COMMIT = 6;

    /** The number of kinds. */
    static final int KINDS = 7;

    private Timers() {}
}
