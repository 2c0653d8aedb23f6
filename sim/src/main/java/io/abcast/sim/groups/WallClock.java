package io.abcast.sim.groups;

import java.util.function.LongSupplier;

/** The simulated wall clock of a server. The wall clocks of different servers differ, and may jump forward and back. */
final class WallClock {
    private static final long BEGIN_MICROS = 1_700_000_000_000_000L;

    private final LongSupplier trueNanos;
    private long offsetMicros;

    /** {@code offsetMicros} is the distance of this wall clock from the true time in microseconds. */
    WallClock(LongSupplier trueNanos, long offsetMicros) {
        this.trueNanos = trueNanos;
        this.offsetMicros = offsetMicros;
    }

    long micros() {
        return BEGIN_MICROS + trueNanos.getAsLong() / 1_000 + offsetMicros;
    }

    void jump(long micros) {
        offsetMicros += micros;
    }
}
