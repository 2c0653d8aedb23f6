package io.abcast.ordering.paxos;

import io.abcast.ordering.log.Ports;

/**
 * A leader's side of fast rounds: from which slot on its ballot accepts the values of all members, and for how long the leader names values
 * alone after a fast round has failed. That time doubles with each failure.
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

    /** From this slot on every member may propose; 0: the leader names the values. */
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

    /** A fast round has failed. */
    void failed() {
        long retry = ports.config().retryNanos();
        classicUntilNanos = ports.nowNanos() + backoff * retry + ports.random(retry);
        backoff = Math.min(BACKOFF_MAX, 2 * backoff);
    }

    void onApplied(long slot) {
        if (from != 0 && slot >= from && backoff > 1) backoff--;
    }
}
