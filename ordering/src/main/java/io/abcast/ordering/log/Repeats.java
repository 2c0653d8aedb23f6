package io.abcast.ordering.log;

/**
 * Schedules when a member sends an unanswered message again. The first repetition is due after one retry interval. Each
 * later interval is twice as long as the interval before it, up to 16 retry intervals. The intervals between
 * repetitions must grow, because large messages that are repeated at a constant rate could overload a slow network
 * permanently.
 */
public final class Repeats {
    /**
     * Maximum number of times that the interval between two repetitions is doubled. After four doublings, the interval
     * between repetitions stays at 16 retry intervals.
     */
    private static final int DOUBLINGS_MAX = 4;

    private Repeats() {}

    /**
     * Returns the time in nanoseconds until the next repetition of a message that was repeated {@code repeats} times.
     */
    public static long interval(Ports ports, int repeats) {
        return ports.config().retryNanos() << Math.min(DOUBLINGS_MAX, repeats);
    }
}
