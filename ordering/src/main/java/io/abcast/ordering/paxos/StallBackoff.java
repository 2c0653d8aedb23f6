package io.abcast.ordering.paxos;

import io.abcast.ordering.log.Ports;
import io.abcast.ordering.log.UndecidedSlot;

/**
 * Decides when a leader prepares a new ballot because a slot stays undecided. Each such ballot doubles the wait before
 * the next new ballot, up to a bound, so that a slow disk does not cause one new ballot after another.
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

    void onLead() {
        ledNanos = ports.nowNanos();
    }

    boolean isDue() {
        if (undecided.slot() == 0) return false;
        long wait = ports.config().electionTimeoutNanos() << doublings;
        return ports.nowNanos() - Math.max(undecided.sinceNanos(), ledNanos) > wait;
    }

    void onPrepare() {
        doublings = Math.min(DOUBLINGS_MAX, doublings + 1);
    }

    void onApplied() {
        doublings = 0;
    }
}
