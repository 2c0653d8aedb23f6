package io.abcast.ordering.paxos;

import io.abcast.ordering.log.Ports;

/**
 * How long the first undecided slot has been undecided, and when a leader prepares a new ballot because of it. The wait doubles with
 * each such ballot, so that a slow disk does not cause ballot after ballot.
 */
final class Standstill {
    private static final int DOUBLINGS_MAX = 4;

    private final Ports ports;
    private long slot;
    private long sinceNanos;
    private long ledNanos;
    private int doublings;

    Standstill(Ports ports) {
        this.ports = ports;
    }

    /** @param undecided the first slot of which this member knows that it has to be decided; 0: all are decided */
    void onTick(long undecided) {
        if (undecided == slot) return;
        slot = undecided;
        sinceNanos = ports.nowNanos();
    }

    /** The first undecided slot; 0: all are decided. */
    long slot() {
        return slot;
    }

    /** Whether requests are not being ordered because a slot stays undecided. */
    boolean isReported() {
        return slot != 0 && ports.nowNanos() - sinceNanos > 2 * ports.config().silenceNanos();
    }

    /** This member leads a new ballot. */
    void onLead() {
        ledNanos = ports.nowNanos();
    }

    /** Whether the leader has to prepare a new ballot. */
    boolean isDue() {
        long wait = ports.config().silenceNanos() << doublings;
        return slot != 0 && ports.nowNanos() - Math.max(sinceNanos, ledNanos) > wait;
    }

    /** The leader prepares a new ballot because {@link #isDue}. */
    void onPrepare() {
        doublings = Math.min(DOUBLINGS_MAX, doublings + 1);
    }

    void onApplied() {
        doublings = 0;
    }
}
