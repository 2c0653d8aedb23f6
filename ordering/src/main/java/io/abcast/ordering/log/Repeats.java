package io.abcast.ordering.log;

/**
 * Schedules when a member sends an unanswered message again: after one retry interval, then after twice the interval
 * before, up to 16 retry intervals. Large messages that are repeated at a constant rate could overload a slow network
 * permanently.
 */
public final class Repeats {
    /** Maximum number of times that the interval between two repetitions doubles, from one retry interval to 16. */
    private static final int DOUBLINGS_MAX = 4;

    private Repeats() {}

    /**
     * Returns the time in nanoseconds until the next repetition of a message that was repeated {@code repeats} times.
     */
    public static long interval(Ports ports, int repeats) {
        return ports.config().retryNanos() << Math.min(DOUBLINGS_MAX, repeats);
    }
}
