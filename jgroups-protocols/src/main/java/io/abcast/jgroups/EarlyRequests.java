package io.abcast.jgroups;

import java.util.ArrayDeque;

/**
 * Requests and reads submitted before the node has started, in their order, each with its time limit. Not bounded here:
 * each holds a place of the {@link Inbox}, which is.
 *
 * <p><b>Thread rule:</b> used by the event loop only.
 */
final class EarlyRequests {
    /** @param bytes what it counts for in the inbox */
    record Early(LoopEvent event, int bytes, long deadlineNanos) {}

    private final ArrayDeque<Early> waiting = new ArrayDeque<>();

    /** @param deadlineNanos not before that of the one added last */
    void add(LoopEvent event, int bytes, long deadlineNanos) {
        assert waiting.isEmpty() || deadlineNanos - waiting.peekLast().deadlineNanos() >= 0
                : deadlineNanos + " after " + waiting.peekLast();
        waiting.add(new Early(event, bytes, deadlineNanos));
    }

    /** Removes and returns the oldest; null if there is none. */
    Early poll() {
        return waiting.poll();
    }

    /** Removes and returns the oldest if its time is up; null otherwise. */
    Early expire(long nowNanos) {
        Early oldest = waiting.peek();
        return oldest == null || oldest.deadlineNanos() - nowNanos > 0 ? null : waiting.remove();
    }
}
