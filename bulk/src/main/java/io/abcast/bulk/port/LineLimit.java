package io.abcast.bulk.port;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Passes on one log line of each kind per ten seconds. The next line of the kind states the number of lines left out.
 *
 * <p><b>Bounds:</b> {@link #KINDS_MAX} kinds; all further kinds count as one. {@link #LINES_MAX} lines of all kinds in
 * a minute; further lines are left out.
 *
 * <p><b>Thread rule:</b> any thread.
 */
public final class LineLimit {
    static final long INTERVAL_NANOS = 10_000_000_000L;
    static final int KINDS_MAX = 32;

    /** Maximum number of lines of all kinds in {@link #WINDOW_NANOS}. */
    public static final int LINES_MAX = 20;

    static final long WINDOW_NANOS = 60_000_000_000L;
    private static final String OTHERS = "others";

    private static final class Kind {
        long nextNanos;
        long leftOut;
    }

    private final Consumer<String> lines;
    private final LongSupplier nanoTime;

    // Guarded by itself, and what follows it too.
    private final Map<String, Kind> kinds = new HashMap<>();

    /** Times of the last lines that were passed on. The line number {@code passed} overwrites the oldest. */
    private final long[] times = new long[LINES_MAX];

    private long passed;

    /**
     * @param lines receives the lines that are passed on
     * @param nanoTime as {@link System#nanoTime}
     */
    public LineLimit(Consumer<String> lines, LongSupplier nanoTime) {
        this.lines = lines;
        this.nanoTime = nanoTime;
    }

    /** @param line evaluated only for a line that is passed on */
    public void line(String kind, Supplier<String> line) {
        long now = nanoTime.getAsLong();
        long leftOut;
        synchronized (kinds) {
            boolean room = kinds.size() < KINDS_MAX || kinds.containsKey(kind);
            Kind of = kinds.computeIfAbsent(room ? kind : OTHERS, any -> fresh(now));
            if (now - of.nextNanos < 0 || !takePlace(now)) {
                of.leftOut++;
                return;
            }
            leftOut = of.leftOut;
            of.leftOut = 0;
            of.nextNanos = now + INTERVAL_NANOS;
        }
        lines.accept(
                line.get() + (leftOut == 0 ? "" : " (" + leftOut + " similar lines left out)"));
    }

    /** @return false if a minute up to now has as many lines as it may have */
    private boolean takePlace(long now) {
        int oldest = (int) (passed % LINES_MAX);
        if (passed >= LINES_MAX && now - times[oldest] < WINDOW_NANOS) return false;
        times[oldest] = now;
        passed++;
        return true;
    }

    private static Kind fresh(long now) {
        Kind kind = new Kind();
        kind.nextNanos = now;
        return kind;
    }
}
