package io.abcast.jgroups.health;

import java.util.function.Consumer;

/**
 * The state of one condition that a member warns about: active or inactive. The class {@code Condition} also makes the
 * log lines of the condition. One log line reports that the condition began, and another line reports that the
 * condition ended. Every ten minutes, a log line reports that an active condition is still active. If a condition
 * begins often, {@code Condition} logs at most one line per minute. {@code Condition} counts the suppressed log lines,
 * and the next log line gives the number of suppressed lines.
 *
 * <p>A condition that consists of events, such as slow syncs, stays active for a minute after the last event.
 */
final class Condition {
    /** Minimum time, in ns, between two log lines that report the beginning of one condition. */
    static final long PAUSE_NANOS = 60_000_000_000L;

    /** Time in ns between two log lines while a condition stays active. */
    static final long REMIND_NANOS = 600_000_000_000L;

    private final Consumer<String> lines;
    private boolean active;

    /** Whether a log line has already reported that the condition is active at present. */
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
     * Records that the condition is active at the present sample.
     *
     * @return whether the condition was inactive at the previous sample
     */
    boolean holds(String now, long nowNanos) {
        boolean begins = begin(now, nowNanos);
        if (mayReport(nowNanos, reported ? REMIND_NANOS : PAUSE_NANOS)) report(nowNanos);
        else if (begins) suppressed++;
        return begins;
    }

    /** Records an event of the condition, such as a slow sync, that has just happened. */
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
     * Records that the condition is inactive at the present sample.
     *
     * @param end text of the log line that reports the end of the condition, logged only if a line reported the
     *     beginning; {@code null} for no line
     */
    void ended(String end, long nowNanos) {
        if (!active) return;
        active = false;
        if (reported && end != null)
            lines.accept("%s, after %.1f s".formatted(end, (nowNanos - sinceNanos) / 1e9));
    }

    /** Records that no event of the condition has happened since the previous sample. */
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
