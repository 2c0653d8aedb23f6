package io.abcast.papers.camu.thesis;

import io.abcast.papers.camu.arena.PartitionContext;

/**
 * Schedules the times at which a partition begins its rounds. Round k is scheduled at k times the round interval after
 * the start of the schedule. If round k-1 of a partition ends later than the scheduled time of round k, round k begins
 * at the end of round k-1.
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

    void start() {
        nextNanos = context.now();
    }

    void begin() {
        isInRound = true;
        isDue = false;
        nextNanos += roundNanos;
        context.timer(TIMER, nextNanos);
    }

    void beginExtra() {
        isInRound = true;
    }

    /**
     * @return whether the next round can begin now; if false, the call of {@link #end} at the end of the present round
     *     returns true
     */
    boolean timerExpired() {
        isDue = true;
        return !isInRound;
    }

    boolean isInRound() {
        return isInRound;
    }

    boolean end() {
        isInRound = false;
        return isDue;
    }
}
