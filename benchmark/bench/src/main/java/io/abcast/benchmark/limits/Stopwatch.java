package io.abcast.benchmark.limits;

import java.io.IOException;
import java.util.Arrays;

/** Repeats a step of a measurement for some time without pauses, and records the duration of each repetition. */
final class Stopwatch {
    /** Bounds the memory: a measurement ends early when it has recorded this number of durations. */
    private static final int KEPT_MAX = 4_000_000;

    private Stopwatch() {}

    interface Step {
        void run() throws IOException;
    }

    /** A warm-up of a quarter of {@code seconds} runs before the measurement and is not recorded. */
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
