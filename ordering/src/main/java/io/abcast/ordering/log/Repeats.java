package io.abcast.ordering.log;

/**
 * Schedules repetitions of an unanswered message: after one retry interval, then after twice as long, and so on. The
 * growing intervals are necessary because large messages that are repeated at a constant rate could overload a slow
 * network permanently.
 */
public final class Repeats {
    /** Maximum number of doublings. After four doublings, the interval stays at 16 retry intervals. */
    private static final int DOUBLINGS_MAX = 4;

    private Repeats() {}

    /** Time until the next repetition, after {@code repeats} repetitions. */
    public static long interval(Ports ports, int repeats) {
        return ports.config().retryNanos() << Math.min(DOUBLINGS_MAX, repeats);
    }
}
