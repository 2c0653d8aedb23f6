package io.abcast.jgroups.health;

import java.util.function.Consumer;

/**
 * Whether one condition that a member warns about is active, and the log lines about it. A log line reports the
 * beginning of a condition, at most once per minute, with the number of suppressed lines. Another log line reports the
 * end. Every ten minutes, a log line reports that an active condition is still active.
 *
 * <p>A condition that consists of events, such as slow syncs, stays active for a minute after the last event.
 */
final class Condition {
    static final long PAUSE_NANOS = 60_000_000_000L;

    static final long REMIND_NANOS = 600_000_000_000L;

    private final Consumer<String> lines;
    private boolean active;

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

    boolean holds(String now, long nowNanos) {
        boolean begins = begin(now, nowNanos);
        if (mayReport(nowNanos, reported ? REMIND_NANOS : PAUSE_NANOS)) report(nowNanos);
        else if (begins) suppressed++;
        return begins;
    }

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
     * @param end text of the log line about the end, logged only if a line reported the beginning; {@code null} for no
     *     line
     */
    void ended(String end, long nowNanos) {
        if (!active) return;
        active = false;
        if (reported && end != null)
            lines.accept("%s, after %.1f s".formatted(end, (nowNanos - sinceNanos) / 1e9));
    }

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
