package io.abcast.sim;

import java.util.function.LongSupplier;

/**
 * The clock of one process. The clock starts at a random time, may be too fast or too slow, and may jump forward, as
 * after a suspension of the machine. The simulated clock never goes back, because drivers read a monotonic clock.
 */
final class SkewedClock {
    private final LongSupplier trueNanos;
    private Runnable changed;
    private long base;
    private long since;
    private double rate = 1;

    /**
     * Creates a clock.
     *
     * @param changed called after a jump of the clock or a change of its rate
     */
    SkewedClock(LongSupplier trueNanos, Runnable changed) {
        this.trueNanos = trueNanos;
        this.changed = changed;
    }

    /** Sets the only callback for changes. The new callback replaces the previous callback. */
    void watchedBy(Runnable other) {
        changed = other;
    }

    /** Restarts the clock for a new process. */
    void start(long offset, double newRate) {
        base = offset;
        since = trueNanos.getAsLong();
        rate = newRate;
    }

    /** The time as the process reads it, in ns. */
    long nanos() {
        return nanosAt(trueNanos.getAsLong());
    }

    private long nanosAt(long trueTime) {
        return base + (long) ((trueTime - since) * rate);
    }

    /**
     * The true time at which this clock will show {@code nanos}; the present time if the clock has already passed
     * {@code nanos}.
     */
    long trueTimeOf(long nanos) {
        long at = trueNanos.getAsLong() + (long) (Math.max(0, nanos - nanos()) / rate);
        while (nanosAt(at) < nanos) at++;
        return at;
    }

    /** Rate of this clock: seconds of this clock per true second. */
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
