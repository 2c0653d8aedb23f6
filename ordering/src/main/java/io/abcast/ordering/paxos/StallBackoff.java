package io.abcast.ordering.paxos;

import io.abcast.ordering.log.Ports;
import io.abcast.ordering.log.UndecidedSlot;

/**
 * Decides when a leader prepares a new ballot because a slot stays undecided. Each ballot that the leader prepares
 * because of an undecided slot doubles the wait before the next such ballot, up to a bound. So a slow disk does not
 * cause one new ballot after another.
 */
final class StallBackoff {
    private static final int DOUBLINGS_MAX = 4;

    private final Ports ports;
    private final UndecidedSlot undecided;
    private long ledNanos;
    private int doublings;

    StallBackoff(Ports ports, UndecidedSlot undecided) {
        this.ports = ports;
        this.undecided = undecided;
    }

    /** Restarts the wait for undecided slots, because this member has begun to lead a new ballot. */
    void onLead() {
        ledNanos = ports.nowNanos();
    }

    /** Whether the leader has to prepare a new ballot, because a slot has been undecided for too long. */
    boolean isDue() {
        if (undecided.slot() == 0) return false;
        long wait = ports.config().electionTimeoutNanos() << doublings;
        return ports.nowNanos() - Math.max(undecided.sinceNanos(), ledNanos) > wait;
    }

    /**
     * Doubles the wait before the leader prepares another new ballot. The engine calls {@code onPrepare} when the
     * leader prepares a new ballot because {@link #isDue} was true.
     */
    void onPrepare() {
        doublings = Math.min(DOUBLINGS_MAX, doublings + 1);
    }

    void onApplied() {
        doublings = 0;
    }
}
