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

    /** Begins the schedule of rounds at the present time. The first round begins when the schedule begins. */
    void start() {
        nextNanos = context.now();
    }

    /** Records that a scheduled round begins, and sets the timer of the next scheduled round. */
    void begin() {
        isInRound = true;
        isDue = false;
        nextNanos += roundNanos;
        context.timer(TIMER, nextNanos);
    }

    /** Records that an additional round begins, outside the schedule. */
    void beginExtra() {
        isInRound = true;
    }

    /**
     * Called when the timer of the next scheduled round expires.
     *
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

    /**
     * Records the end of the present round, and returns whether the next scheduled round is overdue and must begin now.
     */
    boolean end() {
        isInRound = false;
        return isDue;
    }
}
