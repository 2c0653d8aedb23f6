package io.abcast.sim;

import java.util.function.LongSupplier;

/**
 * The clock of one process. It begins anywhere, may be too fast or too slow, and may leap forward, as after a suspension. It never goes
 * back: drivers read a monotonic clock.
 */
final class SkewedClock {
    private final LongSupplier trueNanos;
    private Runnable changed;
    private long base;
    private long since;
    private double rate = 1;

    /** @param changed is called after the clock has leapt or changed its rate */
    SkewedClock(LongSupplier trueNanos, Runnable changed) {
        this.trueNanos = trueNanos;
        this.changed = changed;
    }

    /** From now on only {@code other} is called after a change. */
    void watchedBy(Runnable other) {
        changed = other;
    }

    /** A new process begins. */
    void start(long offset, double newRate) {
        base = offset;
        since = trueNanos.getAsLong();
        rate = newRate;
    }

    /** The time that the process reads. */
    long nanos() {
        return nanosAt(trueNanos.getAsLong());
    }

    private long nanosAt(long trueTime) {
        return base + (long) ((trueTime - since) * rate);
    }

    /** The true time at which the process will read {@code nanos}, or now if it has read that already. */
    long trueTimeOf(long nanos) {
        long at = trueNanos.getAsLong() + (long) (Math.max(0, nanos - nanos()) / rate);
        while (nanosAt(at) < nanos) at++;
        return at;
    }

    /** Its seconds in a true second. */
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
