package io.abcast.sim;

import java.util.function.LongSupplier;

/**
 * The clock of one simulated process. The clock starts at a random time, may run too fast or too slow, and may jump
 * forward, as after a suspension. The clock never goes back, because drivers read a monotonic clock.
 */
final class SkewedClock {
    private final LongSupplier trueNanos;
    private Runnable changed;
    private long base;
    private long since;
    private double rate = 1;

    SkewedClock(LongSupplier trueNanos, Runnable changed) {
        this.trueNanos = trueNanos;
        this.changed = changed;
    }

    void watchedBy(Runnable other) {
        changed = other;
    }

    void start(long offset, double newRate) {
        base = offset;
        since = trueNanos.getAsLong();
        rate = newRate;
    }

    long nanos() {
        return nanosAt(trueNanos.getAsLong());
    }

    private long nanosAt(long trueTime) {
        return base + (long) ((trueTime - since) * rate);
    }

    /** The result is the present true time if this clock has already passed {@code nanos}. */
    long trueTimeOf(long nanos) {
        long at = trueNanos.getAsLong() + (long) (Math.max(0, nanos - nanos()) / rate);
        while (nanosAt(at) < nanos) at++;
        return at;
    }

    double rate() {
        return rate;
    }

    void rate(double newRate) {
        base = nanos();
        since = trueNanos.getAsLong();
        rate = newRate;
        changed.run();
    }

    void leap(long nanos) {
        base += nanos;
        changed.run();
    }

    void heal() {
        if (rate < 0.9 || rate > 1.1) rate(1);
    }
}
