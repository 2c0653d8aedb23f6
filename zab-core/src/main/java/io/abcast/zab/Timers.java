package io.abcast.zab;

/** The kinds of timers that a {@link ZabNode} sets. */
final class Timers {
    /** Looking: repeat the vote. */
    static final int VOTE = 0;

    /** Looking: a quorum agreed; no better vote has come since. */
    static final int SETTLE = 1;

    /** Following and leading: signs of life. */
    static final int HEARTBEAT = 2;

    /** Discovery and synchronisation have made no progress. */
    static final int PHASE = 3;

    /** Following: timer D, after which a coin is tossed without a new proposal. */
    static final int TOSS = 4;

    /** Following: timer C_m, after which what is not deliverable is stuck. */
    static final int STUCK = 5;

    /** Leading: no proposal has come on which commits could ride. */
    static final int COMMIT = 6;

    /** How many kinds there are. */
    static final int KINDS = 7;

    private Timers() {}
}
