package io.abcast.ordering.camu;

import io.abcast.kernel.GroupEffects;

/** Sets the timers of a partition's node. A second request for a timer has no effect until the timer has fired. */
final class NodeTimers {
    /**
     * Timer kind: the leader logs {@code Mark} items for its open links. The timer kinds of the log node begin at
     * {@code OWN_KINDS}.
     */
    static final int TICK = 0;

    /** Timer kind: the replica repeats requests and messages that were not answered. */
    static final int RESEND = 1;

    /** Timer kind: begins an event batch in which the leader gives refused payloads to the log node again. */
    static final int ROOM = 2;

    /** Timer kind: begins an event batch at once. */
    static final int FLUSH = 3;

    /** Timer kind: the link rule decides which links to open and to close. */
    static final int LINKS = 4;

    /**
     * Timer kind: regularly begins an event batch at an idle leader, so that a long time between two batches shows that
     * the process was paused.
     */
    static final int WATCH = 5;

    /** Number of timer kinds of the partition's node. */
    static final int OWN_KINDS = 6;

    private final CamuConfig config;
    private final GroupEffects effects;

    /** By timer kind: whether the timer is set and has not fired. */
    private final boolean[] isSet = new boolean[OWN_KINDS];

    private long tickNanos;

    /** The leader's {@link PartitionLeader#activity} when the tick timer was set last. */
    private long tickedActivity;

    NodeTimers(CamuConfig config, GroupEffects effects) {
        this.config = config;
        this.effects = effects;
        tickNanos = config.tickNanos();
    }

    private void setOnce(int kind, long nanos) {
        if (isSet[kind]) return;
        isSet[kind] = true;
        effects.setTimer(kind, nanos);
    }

    /** Records that the timer {@code kind} of the partition's node has fired, so that it can be set again. */
    void fired(int kind) {
        isSet[kind] = false;
    }

    /** Sets a timer that begins an event batch at once. */
    void flush() {
        effects.setTimer(FLUSH, 0);
    }

    /** Sets a timer that begins an event batch later, when the log node may have room for a refused payload. */
    void room() {
        effects.setTimer(ROOM, config.resendNanos() / 4);
    }

    /** Sets the timer for repeated messages. */
    void resend() {
        setOnce(RESEND, config.resendNanos());
    }

    /**
     * Sets the timers that a leader needs. While the leader is idle, the time between two ticks doubles at each tick,
     * up to {@link CamuConfig#tickNanosMax}.
     */
    void ofLeader(PartitionLeader leader) {
        setOnce(WATCH, config.watchNanos());
        if (leader.pilot().isActive()) setOnce(LINKS, leader.pilot().periodNanos());
        if (!leader.ticks() || isSet[TICK]) return;
        boolean isIdle = leader.activity() == tickedActivity;
        tickedActivity = leader.activity();
        tickNanos = isIdle ? Math.min(2 * tickNanos, config.tickNanosMax()) : config.tickNanos();
        setOnce(TICK, tickNanos);
    }
}
