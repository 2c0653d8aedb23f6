package io.abcast.jgroups;

import java.util.Arrays;

/** The timers of a node: at most one per kind, kinds being small numbers. Used by the event loop only. */
final class Deadlines {
    /** No timer is set. */
    static final long NEVER = Long.MAX_VALUE;

    private static final int KINDS_MAX = 1024;

    private long[] at = new long[8];

    Deadlines() {
        Arrays.fill(at, NEVER);
    }

    /** @param atNanos on the clock of {@link #due}, after its origin */
    void set(int kind, long atNanos) {
        if (kind < 0 || kind >= KINDS_MAX)
            throw new IllegalArgumentException(
                    "timer: expected a kind below " + KINDS_MAX + ", got " + kind);
        if (kind >= at.length) {
            int old = at.length;
            at = Arrays.copyOf(at, Math.max(kind + 1, 2 * old));
            Arrays.fill(at, old, at.length, NEVER);
        }
        at[kind] = atNanos;
    }

    void cancel(int kind) {
        if (kind >= 0 && kind < at.length) at[kind] = NEVER;
    }

    /** The earliest deadline, or {@link #NEVER}. */
    long next() {
        long next = NEVER;
        for (long deadline : at) next = Math.min(next, deadline);
        return next;
    }

    /** Removes and returns the kind of a timer that has expired at {@code nowNanos}, earliest first; -1 if none has. */
    int due(long nowNanos) {
        int due = -1;
        for (int kind = 0; kind < at.length; kind++)
            if (at[kind] <= nowNanos && (due < 0 || at[kind] < at[due])) due = kind;
        if (due >= 0) at[due] = NEVER;
        return due;
    }
}
