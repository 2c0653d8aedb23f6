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

    /** How many kinds there are. */
    static final int KINDS = 4;

    private Timers() {}
}
