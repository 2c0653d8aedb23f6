package io.abcast.benchmark.limits;

import java.io.IOException;
import java.util.Arrays;

/** Repeats a step for some time without pauses and records the time of each repetition. */
final class Stopwatch {
    /** Bound of the recorded times, so that memory is bounded. The measurement ends at the bound. */
    private static final int KEPT_MAX = 4_000_000;

    private Stopwatch() {}

    interface Step {
        void run() throws IOException;
    }

    /** Runs a quarter of the time before the measurement without recording. */
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
