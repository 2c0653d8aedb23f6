package io.abcast.ordering.camu;

import io.abcast.kernel.Node;
import io.abcast.kernel.Refusal;

/**
 * The payloads that a replica gives to its log node. Each payload of the replica has a request number at the log node.
 */
final class LogPayloads {
    private final Node log;
    private final NodeTimers timers;
    private final long first;

    private long next;

    private boolean isGiving;

    private boolean isLogFull;

    /** @param first request number of the first payload; random, so that no request of the caller has its number */
    LogPayloads(Node log, long first, NodeTimers timers) {
        this.log = log;
        this.first = first;
        this.timers = timers;
        next = first;
    }

    /** @return false if the log node has no room for the payload; the caller can give the same payload again later */
    boolean give(byte[] payload) {
        isLogFull = false;
        isGiving = true;
        log.onSubmit(next++, payload);
        isGiving = false;
        if (isLogFull) timers.room();
        return !isLogFull;
    }

    boolean isPayload(long request) {
        return request - first >= 0 && request - next < 0;
    }

    boolean refusedAtOnce(long request, Refusal why) {
        if (!isGiving || request != next - 1 || why != Refusal.BUSY) return false;
        isLogFull = true;
        return true;
    }
}
