package io.abcast.benchmark.limits;

import java.io.IOException;
import java.util.Arrays;

/** Does a step over and over for some time, one after the other, and keeps how long each took. */
final class Stopwatch {
    /** More are not kept, so that memory is bounded; the measurement ends there. */
    private static final int KEPT_MAX = 4_000_000;

    private Stopwatch() {}

    interface Step {
        void run() throws IOException;
    }

    /** A quarter of the time in advance is not kept. */
    static LatencySummary measure(double seconds, Step step) throws IOException {
        long warm = System.nanoTime() + (long) (seconds / 4 * 1e9);
        while (System.nanoTime() < warm) step.run();
        long[] nanos = new long[1024];
        int count = 0;
        long last = System.nanoTime();
        long end = last + (long) (seconds * 1e9);
        while (last < end && count < KEPT_MAX) {
            step.run();
            long now = System.nanoTime();
            if (count == nanos.length) nanos = Arrays.copyOf(nanos, 2 * count);
            nanos[count++] = now - last;
            last = now;
        }
        return LatencySummary.of(Arrays.copyOf(nanos, count));
    }
}
