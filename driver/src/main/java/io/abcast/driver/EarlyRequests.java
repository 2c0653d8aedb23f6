package io.abcast.driver;

import java.util.ArrayDeque;

/**
 * Requests and reads submitted before the node has started, in their order, each with its time limit. This queue has no
 * bound of its own: each element holds a place of the caller's inbox, which is bounded. Times are ns on a clock of the
 * caller.
 *
 * <p><b>Thread rule:</b> only used by the thread that runs the node.
 *
 * @param <E> a request or a read
 */
public final class EarlyRequests<E> {
    /**
     * A waiting request or read.
     *
     * @param bytes bytes that it counts for in the inbox
     */
    public record Early<E>(E event, int bytes, long deadlineNanos) {}

    private final ArrayDeque<Early<E>> waiting = new ArrayDeque<>();

    /** Creates an empty queue. */
    public EarlyRequests() {}

    /**
     * Adds a request or read at the end.
     *
     * @param bytes bytes that the event counts for in the inbox
     * @param deadlineNanos time limit of the event; not before the time limit of the event added last
     */
    public void add(E event, int bytes, long deadlineNanos) {
        assert waiting.isEmpty() || deadlineNanos - waiting.peekLast().deadlineNanos() >= 0
                : deadlineNanos + " after " + waiting.peekLast();
        waiting.add(new Early<>(event, bytes, deadlineNanos));
    }

    /** The number of waiting requests and reads. */
    public int size() {
        return waiting.size();
    }

    /** Removes and returns the oldest; null if the queue is empty. */
    public Early<E> poll() {
        return waiting.poll();
    }

    /** Removes and returns the oldest if its time limit has passed; otherwise null. */
    public Early<E> expire(long nowNanos) {
        Early<E> oldest = waiting.peek();
        return oldest == null || oldest.deadlineNanos() - nowNanos > 0 ? null : waiting.remove();
    }
}
