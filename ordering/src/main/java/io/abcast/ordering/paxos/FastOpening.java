package io.abcast.ordering.paxos;

import io.abcast.ordering.log.Ports;

/**
 * Decides, at a leader of Fast Paxos, from which slot on all members may propose values in the leader's ballot. After a
 * failed fast round, only the leader proposes values for some time, which doubles with each failed fast round, up to a
 * bound.
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

    /** The first slot in which every member may propose a value; 0 while only the leader may propose values. */
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

    void failed() {
        long retry = ports.config().retryNanos();
        classicUntilNanos = ports.nowNanos() + backoff * retry + ports.random(retry);
        backoff = Math.min(BACKOFF_MAX, 2 * backoff);
    }

    void onApplied(long slot) {
        if (from != 0 && slot >= from && backoff > 1) backoff--;
    }
}
