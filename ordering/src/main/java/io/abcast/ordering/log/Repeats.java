package io.abcast.ordering.log;

/**
 * When a message that was not answered is repeated: after one retry interval, then after twice as long, and so on. Repeated at one pace,
 * large messages could fill a slow network for ever.
 */
public final class Repeats {
    /** From then on repetitions are as far apart as they become: 16 retries. */
    private static final int DOUBLINGS_MAX = 4;

    private Repeats() {}

    /** How long the next repetition waits, after so many. */
    public static long interval(Ports ports, int repeats) {
        return ports.config().retryNanos() << Math.min(DOUBLINGS_MAX, repeats);
    }
}
