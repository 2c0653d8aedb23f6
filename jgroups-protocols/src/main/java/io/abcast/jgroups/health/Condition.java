package io.abcast.jgroups.health;

import java.util.function.Consumer;

/**
 * Holds the state of one condition that a member warns about, active or inactive, and makes its log lines. One line
 * reports that the condition began, and another one that it ended. A line every ten minutes reports that the condition
 * is still active. If the condition begins often, at most one line per minute reports it; suppressed lines are counted,
 * and the next line gives their number.
 *
 * <p>An event, such as a slow sync, stays active for a minute after its last occurrence.
 */
final class Condition {
    /** Minimum time, in ns, between two lines that report that the condition is active. */
    static final long PAUSE_NANOS = 60_000_000_000L;

    /** Time in ns between two lines while the condition stays active. */
    static final long REMIND_NANOS = 600_000_000_000L;

    private final Consumer<String> lines;
    private boolean active;

    /** Whether a log line has reported that the condition is active now. */
    private boolean reported;

    private boolean everReported;
    private long sinceNanos;
    private long seenNanos;
    private long lineNanos;
    private long suppressed;
    private String text = "";

    Condition(Consumer<String> lines) {
        this.lines = lines;
    }

    /**
     * Records that the condition is active.
     *
     * @return whether the condition was inactive at the previous sample
     */
    boolean holds(String now, long nowNanos) {
        boolean begins = begin(now, nowNanos);
        if (mayReport(nowNanos, reported ? REMIND_NANOS : PAUSE_NANOS)) report(nowNanos);
        else if (begins) suppressed++;
        return begins;
    }

    /** Records an event that has just happened. */
    void happened(String now, long nowNanos) {
        begin(now, nowNanos);
        if (mayReport(nowNanos, PAUSE_NANOS)) report(nowNanos);
        else suppressed++;
    }

    private boolean begin(String now, long nowNanos) {
        boolean begins = !active;
        if (begins) {
            active = true;
            reported = false;
            sinceNanos = nowNanos;
        }
        seenNanos = nowNanos;
        text = now;
        return begins;
    }

    private boolean mayReport(long nowNanos, long pauseNanos) {
        return !everReported || nowNanos - lineNanos >= pauseNanos;
    }

    private void report(long nowNanos) {
        lines.accept(
                suppressed == 0
                        ? text
                        : text + " (" + suppressed + " more since the last such line)");
        everReported = true;
        reported = true;
        lineNanos = nowNanos;
        suppressed = 0;
    }

    /**
     * Records that the condition is inactive.
     *
     * @param end text of the line that reports the end, which is logged only if the beginning was reported; {@code
     *     null} for no line
     */
    void ended(String end, long nowNanos) {
        if (!active) return;
        active = false;
        if (reported && end != null)
            lines.accept("%s, after %.1f s".formatted(end, (nowNanos - sinceNanos) / 1e9));
    }

    /** Records that no event has happened since the previous sample. */
    void fades(long nowNanos) {
        if (active && nowNanos - seenNanos >= PAUSE_NANOS) active = false;
    }

    boolean isActive() {
        return active;
    }

    String text() {
        return text;
    }

    long sinceNanos() {
        return sinceNanos;
    }
}
