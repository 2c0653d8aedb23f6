package io.abcast.ordering.camu;

/**
 * Measures how long numbered things take, one at a time, and smooths the times. A thing that is repeated gives no time,
 * because nothing tells which of the attempts was answered (Karn and Partridge 1987).
 */
final class DelayMeter {
    /** Share of a new time in the smoothed time. */
    private static final double NEW_SHARE = 0.125;

    private static final long NONE = -1;

    private long timed = NONE;
    private long startNanos;
    private double nanos;

    /** Something begins. Ignored while another thing is timed. */
    void start(long number, long nowNanos) {
        if (timed != NONE) return;
        timed = number;
        startNanos = nowNanos;
    }

    /** All things up to and including {@code through} are done. */
    void done(long through, long nowNanos) {
        if (timed == NONE || timed > through) return;
        timed = NONE;
        double last = Math.max(1, nowNanos - startNanos);
        nanos = nanos == 0 ? last : nanos + NEW_SHARE * (last - nanos);
    }

    /** The timed thing is repeated, or will never be done. */
    void cancel() {
        timed = NONE;
    }

    /** The smoothed time in ns; 0 before the first time. */
    double nanos() {
        return nanos;
    }
}
