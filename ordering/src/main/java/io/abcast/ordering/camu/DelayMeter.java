package io.abcast.ordering.camu;

/**
 * Measures the durations of numbered operations, one operation at a time, and smooths the measured durations. The meter
 * ignores the duration of a repeated operation, because an answer does not show which attempt was answered (Karn and
 * Partridge 1987).
 */
final class DelayMeter {
    /** Weight of a newly measured duration in the smoothed duration. */
    private static final double NEW_SHARE = 0.125;

    private static final long NONE = -1;

    private long timed = NONE;
    private long startNanos;
    private double nanos;

    /**
     * Starts to time the operation {@code number}. {@code start} has no effect while the meter times another operation.
     */
    void start(long number, long nowNanos) {
        if (timed != NONE) return;
        timed = number;
        startNanos = nowNanos;
    }

    /**
     * Ends the timing if all operations with numbers up to and including {@code through} are done and the timed
     * operation is among them.
     */
    void done(long through, long nowNanos) {
        if (timed == NONE || timed > through) return;
        timed = NONE;
        double last = Math.max(1, nowNanos - startNanos);
        nanos = nanos == 0 ? last : nanos + NEW_SHARE * (last - nanos);
    }

    /** Stops the timing of the present operation, because the operation is repeated or will never be done. */
    void cancel() {
        timed = NONE;
    }

    /** Returns the smoothed duration of an operation in ns; 0 before the first measured duration. */
    double nanos() {
        return nanos;
    }
}
