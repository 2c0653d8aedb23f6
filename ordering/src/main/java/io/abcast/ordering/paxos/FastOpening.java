package io.abcast.ordering.paxos;

import io.abcast.ordering.log.Ports;

/**
 * State of the fast rounds at a leader: the slot from which on all members may propose values in the leader's ballot.
 * After a failed fast round, only the leader proposes values for some time. This time doubles with each failure.
 */
final class FastOpening {
    private static final int BACKOFF_MAX = 64;

    private final Ports ports;
    private long from;
    private long classicUntilNanos;
    private long backoff = 1;

    FastOpening(Ports ports) {
        this.ports = ports;
    }

    /** The first slot in which every member may propose; 0 while only the leader may propose. */
    long from() {
        return from;
    }

    boolean isOpen() {
        return from != 0;
    }

    boolean mayOpen() {
        return ports.nowNanos() > classicUntilNanos;
    }

    void open(long fromSlot) {
        from = fromSlot;
    }

    void close() {
        from = 0;
    }

    /** Handles a failed fast round. */
    void failed() {
        long retry = ports.config().retryNanos();
        classicUntilNanos = ports.nowNanos() + backoff * retry + ports.random(retry);
        backoff = Math.min(BACKOFF_MAX, 2 * backoff);
    }

    void onApplied(long slot) {
        if (from != 0 && slot >= from && backoff > 1) backoff--;
    }
}
