package io.abcast.server;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Prints at most a few log lines in ten seconds, with the number of suppressed lines, so that unauthenticated peers
 * cannot fill the server's disk.
 */
final class RateLimitedLog {
    private static final int LINES_MAX = 5;
    private static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Consumer<String> out;
    private final LongSupplier nanoTime;
    private long windowStart;
    private int lines;
    private long left;

    RateLimitedLog(Consumer<String> out, LongSupplier nanoTime) {
        this.out = out;
        this.nanoTime = nanoTime;
        windowStart = nanoTime.getAsLong();
    }

    synchronized void line(String text) {
        long now = nanoTime.getAsLong();
        if (now - windowStart >= WINDOW_NANOS) {
            if (left > 0) out.accept(left + " more lines of this kind were suppressed");
            windowStart = now;
            lines = 0;
            left = 0;
        }
        if (lines++ < LINES_MAX) out.accept(text);
        else left++;
    }
}
