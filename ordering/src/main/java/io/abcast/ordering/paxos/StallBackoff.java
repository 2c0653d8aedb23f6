package io.abcast.ordering.paxos;

import io.abcast.ordering.log.Ports;
import io.abcast.ordering.log.UndecidedSlot;

/**
 * Decides when a leader prepares a new ballot because a slot stays undecided. The wait doubles with each ballot that is
 * prepared for this reason, so that a slow disk does not cause one ballot after another.
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

    /** Called when this member leads a new ballot. */
    void onLead() {
        ledNanos = ports.nowNanos();
    }

    /** Whether the leader has to prepare a new ballot. */
    boolean isDue() {
        if (undecided.slot() == 0) return false;
        long wait = ports.config().electionTimeoutNanos() << doublings;
        return ports.nowNanos() - Math.max(undecided.sinceNanos(), ledNanos) > wait;
    }

    /** Called when the leader prepares a new ballot because {@link #isDue} was true. */
    void onPrepare() {
        doublings = Math.min(DOUBLINGS_MAX, doublings + 1);
    }

    void onApplied() {
        doublings = 0;
    }
}
