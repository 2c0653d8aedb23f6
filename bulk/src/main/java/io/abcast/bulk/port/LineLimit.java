package io.abcast.bulk.port;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Limits the rate of log lines that other hosts can cause: at most one line of each kind per ten seconds. After omitted
 * log lines, the next line of the same kind states how many lines were omitted.
 *
 * <p><b>Bounds:</b> at most {@link #KINDS_MAX} kinds of lines are distinguished; all further kinds count as one. At
 * most {@link #LINES_MAX} lines of all kinds pass in one minute; further lines are omitted.
 *
 * <p><b>Thread rule:</b> any thread may call the methods of this class.
 */
public final class LineLimit {
    static final long INTERVAL_NANOS = 10_000_000_000L;
    static final int KINDS_MAX = 32;

    /** Maximum number of log lines of all kinds that are passed on in {@link #WINDOW_NANOS}. */
    public static final int LINES_MAX = 20;

    static final long WINDOW_NANOS = 60_000_000_000L;
    private static final String OTHERS = "others";

    private static final class Kind {
        long nextNanos;
        long leftOut;
    }

    private final Consumer<String> lines;
    private final LongSupplier nanoTime;

    // The map's lock guards the map and all fields below.
    private final Map<String, Kind> kinds = new HashMap<>();

    private final long[] times = new long[LINES_MAX];

    private long passed;

    /**
     * @param lines receives the log lines that the limit passes on
     * @param nanoTime clock such as {@link System#nanoTime}
     */
    public LineLimit(Consumer<String> lines, LongSupplier nanoTime) {
        this.lines = lines;
        this.nanoTime = nanoTime;
    }

    /** @param line supplies the log line; evaluated only if the line is passed on */
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
