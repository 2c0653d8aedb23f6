package io.abcast.ordering.camu;

/**
 * Measures the durations of numbered operations, one operation at a time, and smooths the measured durations. The meter
 * ignores the duration of a repeated operation, because an answer does not show which attempt was answered (Karn and
 * Partridge 1987).
 */
final class DelayMeter {
    private static final double NEW_SHARE = 0.125;

    private static final long NONE = -1;

    private long timed = NONE;
    private long startNanos;
    private double nanos;

    /** {@code start} has no effect while the meter times another operation. */
    void start(long number, long nowNanos) {
        if (timed != NONE) return;
        timed = number;
        startNanos = nowNanos;
    }

    void done(long through, long nowNanos) {
        if (timed == NONE || timed > through) return;
        timed = NONE;
        double last = Math.max(1, nowNanos - startNanos);
        nanos = nanos == 0 ? last : nanos + NEW_SHARE * (last - nanos);
    }

    void cancel() {
        timed = NONE;
    }

    /** Returns 0 before the first measured duration. */
    double nanos() {
        return nanos;
    }
}
