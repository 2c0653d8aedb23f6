package io.abcast.jgroups.health;

import java.util.function.Consumer;

/**
 * One thing that is or is not the case, and what is said of it: a line when it begins, one in ten minutes while it goes on, one when
 * it ends. At most one line a minute says that it is the case, however often it begins; what was left out is counted and told
 * with the next line.
 *
 * <p>An event, such as a slow sync, is the case for a minute after it happened last.
 */
final class Condition {
    /** Least time between two lines that say so. */
    static final long PAUSE_NANOS = 60_000_000_000L;

    /** Time between two lines while nothing changes. */
    static final long REMIND_NANOS = 600_000_000_000L;

    private final Consumer<String> lines;
    private boolean active;

    /** Whether a line has told of the present stretch. */
    private boolean told;

    private boolean everTold;
    private long sinceNanos;
    private long seenNanos;
    private long lineNanos;
    private long unsaid;
    private String text = "";

    Condition(Consumer<String> lines) {
        this.lines = lines;
    }

    /**
     * It is the case.
     *
     * @return whether it was not at the look before
     */
    boolean holds(String now, long nowNanos) {
        boolean begins = begin(now, nowNanos);
        if (mayTell(nowNanos, told ? REMIND_NANOS : PAUSE_NANOS)) tell(nowNanos);
        else if (begins) unsaid++;
        return begins;
    }

    /** It has just happened. */
    void happened(String now, long nowNanos) {
        begin(now, nowNanos);
        if (mayTell(nowNanos, PAUSE_NANOS)) tell(nowNanos);
        else unsaid++;
    }

    private boolean begin(String now, long nowNanos) {
        boolean begins = !active;
        if (begins) {
            active = true;
            told = false;
            sinceNanos = nowNanos;
        }
        seenNanos = nowNanos;
        text = now;
        return begins;
    }

    private boolean mayTell(long nowNanos, long pauseNanos) {
        return !everTold || nowNanos - lineNanos >= pauseNanos;
    }

    private void tell(long nowNanos) {
        lines.accept(unsaid == 0 ? text : text + " (" + unsaid + " more since the last such line)");
        everTold = true;
        told = true;
        lineNanos = nowNanos;
        unsaid = 0;
    }

    /**
     * It is not the case.
     *
     * @param end what to say of that, if its begin was told; {@code null} for nothing
     */
    void ended(String end, long nowNanos) {
        if (!active) return;
        active = false;
        if (told && end != null)
            lines.accept("%s, after %.1f s".formatted(end, (nowNanos - sinceNanos) / 1e9));
    }

    /** Nothing happened at this look. */
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
