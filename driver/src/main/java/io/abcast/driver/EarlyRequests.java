package io.abcast.driver;

import java.util.ArrayDeque;

/**
 * Requests and reads submitted before the node has started, in their order, each with its time limit. Not bounded here:
 * each holds a place of the caller's inbox, which is. Times are ns on a clock of the caller's.
 *
 * <p><b>Thread rule:</b> used by the thread that runs the node only.
 *
 * @param <E> a request or a read
 */
public final class EarlyRequests<E> {
    /**
     * One that waits.
     *
     * @param bytes what it counts for in the inbox
     */
    public record Early<E>(E event, int bytes, long deadlineNanos) {}

    private final ArrayDeque<Early<E>> waiting = new ArrayDeque<>();

    /** None waits. */
    public EarlyRequests() {}

    /**
     * Adds one behind the others.
     *
     * @param bytes what it counts for in the inbox
     * @param deadlineNanos not before that of the one added last
     */
    public void add(E event, int bytes, long deadlineNanos) {
        assert waiting.isEmpty() || deadlineNanos - waiting.peekLast().deadlineNanos() >= 0
                : deadlineNanos + " after " + waiting.peekLast();
        waiting.add(new Early<>(event, bytes, deadlineNanos));
    }

    /** How many wait. */
    public int size() {
        return waiting.size();
    }

    /** Removes and returns the oldest; null if no request waits. */
    public Early<E> poll() {
        return waiting.poll();
    }

    /** Removes and returns the oldest if its time is up; null otherwise. */
    public Early<E> expire(long nowNanos) {
        Early<E> oldest = waiting.peek();
        return oldest == null || oldest.deadlineNanos() - nowNanos > 0 ? null : waiting.remove();
    }
}
