package io.abcast.ordering.camu;

import io.abcast.kernel.GroupEffects;

/** Sets the timers of a partition's node. A second request for a timer has no effect until the timer has fired. */
final class NodeTimers {
    /** Timer kind: the leader logs {@code Mark} items for its open links. */
    static final int TICK = 0;

    static final int RESEND = 1;

    static final int ROOM = 2;

    static final int FLUSH = 3;

    static final int LINKS = 4;

    /**
     * Timer kind: regularly begins an event batch at an idle leader, so that a long time between two batches shows that
     * the process was paused.
     */
    static final int WATCH = 5;

    static final int OWN_KINDS = 6;

    private final CamuConfig config;
    private final GroupEffects effects;

    private final boolean[] isSet = new boolean[OWN_KINDS];

    private long tickNanos;

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

    void fired(int kind) {
        isSet[kind] = false;
    }

    void flush() {
        effects.setTimer(FLUSH, 0);
    }

    void room() {
        effects.setTimer(ROOM, config.resendNanos() / 4);
    }

    void resend() {
        setOnce(RESEND, config.resendNanos());
    }

    /**
     * While the leader is idle, the time between two ticks doubles at each tick, up to {@link CamuConfig#tickNanosMax}.
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
