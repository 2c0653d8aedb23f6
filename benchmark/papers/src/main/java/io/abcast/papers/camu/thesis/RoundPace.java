package io.abcast.papers.camu.thesis;

import io.abcast.papers.camu.arena.PartitionContext;

/**
 * The times of a partition's rounds. Round k begins k round times after the start. If the round before ends later, the
 * round begins then.
 */
final class RoundPace {
    static final int TIMER = 0;

    private final long roundNanos;
    private final PartitionContext context;
    private long nextNanos;
    private boolean isInRound;
    private boolean isDue;

    RoundPace(long roundNanos, PartitionContext context) {
        this.roundNanos = roundNanos;
        this.context = context;
    }

    /** Begins at the present time. The first round begins at once. */
    void start() {
        nextNanos = context.now();
    }

    /** Begins a round of the schedule. */
    void begin() {
        isInRound = true;
        isDue = false;
        nextNanos += roundNanos;
        context.timer(TIMER, nextNanos);
    }

    /** Begins a round beside the schedule. */
    void beginExtra() {
        isInRound = true;
    }

    /**
     * Handles the timer of the next round.
     *
     * @return whether the next round can begin now; otherwise {@link #end} returns true later
     */
    boolean timerExpired() {
        isDue = true;
        return !isInRound;
    }

    boolean isInRound() {
        return isInRound;
    }

    /** Ends the round; returns whether the next round must begin now. */
    boolean end() {
        isInRound = false;
        return isDue;
    }
}
