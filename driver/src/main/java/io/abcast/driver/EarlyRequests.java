package io.abcast.driver;

import java.util.ArrayDeque;

/**
 * A queue of the requests and reads that callers submitted before the node started, in the order of submission. The
 * bounds of the inbox also bound this queue, because each request or read keeps its place in the inbox until it is
 * answered.
 *
 * <p><b>Thread rule:</b> Only the thread that runs the node uses the queue of early requests.
 *
 * @param <E> type of the requests and reads in the queue
 */
public final class EarlyRequests<E> {
    /**
     * A request or read that waits for the start of the node, with its time limit.
     *
     * @param bytes number of bytes that the request or read occupies in the inbox
     * @param deadlineNanos time limit of the request or read in ns
     */
    public record Early<E>(E event, int bytes, long deadlineNanos) {}

    private final ArrayDeque<Early<E>> waiting = new ArrayDeque<>();

    /** Creates an empty queue of early requests and reads. */
    public EarlyRequests() {}

    /**
     * Adds a request or read at the end of this queue.
     *
     * @param bytes number of bytes that the request or read occupies in the inbox
     * @param deadlineNanos time limit in ns; not earlier than the time limit of the request or read that was added last
     */
    public void add(E event, int bytes, long deadlineNanos) {
        assert waiting.isEmpty() || deadlineNanos - waiting.peekLast().deadlineNanos() >= 0
                : deadlineNanos + " after " + waiting.peekLast();
        waiting.add(new Early<>(event, bytes, deadlineNanos));
    }

    /** The number of requests and reads that wait for the start of the node. */
    public int size() {
        return waiting.size();
    }

    /** Removes and returns the oldest request or read of the queue; null if the queue is empty. */
    public Early<E> poll() {
        return waiting.poll();
    }

    /** Removes and returns the oldest request or read if its time limit has passed; otherwise returns null. */
    public Early<E> expire(long nowNanos) {
        Early<E> oldest = waiting.peek();
        return oldest == null || oldest.deadlineNanos() - nowNanos > 0 ? null : waiting.remove();
    }
}
