package io.abcast.driver;

import java.util.ArrayDeque;

/**
 * The requests and reads that were submitted before the node started, in their order, with their time limits. The
 * caller's inbox bounds this queue, because each element holds a place in the inbox. Times are in ns on a clock of the
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
     * @param bytes number of bytes for which the event counts in the inbox
     */
    public record Early<E>(E event, int bytes, long deadlineNanos) {}

    private final ArrayDeque<Early<E>> waiting = new ArrayDeque<>();

    /** Creates an empty queue. */
    public EarlyRequests() {}

    /**
     * Adds a request or read at the end of the queue.
     *
     * @param bytes number of bytes for which the event counts in the inbox
     * @param deadlineNanos time limit of the event; not earlier than the time limit of the event that was added last
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

    /** Removes and returns the oldest element; null if the queue is empty. */
    public Early<E> poll() {
        return waiting.poll();
    }

    /** Removes and returns the oldest element if its time limit has passed; otherwise returns null. */
    public Early<E> expire(long nowNanos) {
        Early<E> oldest = waiting.peek();
        return oldest == null || oldest.deadlineNanos() - nowNanos > 0 ? null : waiting.remove();
    }
}
