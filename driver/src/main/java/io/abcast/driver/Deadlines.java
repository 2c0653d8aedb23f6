package io.abcast.driver;

import java.util.Arrays;

/**
 * The timers of a node. There is at most one timer of each kind, and kinds are small numbers. Times are positive, in ns
 * on a clock of the caller.
 *
 * <p><b>Thread rule:</b> only used by the thread that runs the node.
 */
public final class Deadlines {
    /** The time that stands for a timer which is not set. */
    public static final long NEVER = Long.MAX_VALUE;

    private static final int KINDS_MAX = 1024;

    private long[] at = new long[8];

    /** Creates the object, at first without timers. */
    public Deadlines() {
        Arrays.fill(at, NEVER);
    }

    /**
     * Sets the timer of a kind, and replaces the previous time of this timer.
     *
     * @param kind 0 to 1023
     * @param atNanos time at which the timer is due, in ns, on the clock of {@link #due}
     * @throws IllegalArgumentException if the kind is not in this range
     */
    public void set(int kind, long atNanos) {
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

    /** Cancels a timer, if it is set. */
    public void cancel(int kind) {
        if (kind >= 0 && kind < at.length) at[kind] = NEVER;
    }

    /** The earliest time at which a timer is due; {@link #NEVER} if no timer is set. */
    public long next() {
        long next = NEVER;
        for (long deadline : at) next = Math.min(next, deadline);
        return next;
    }

    /** Removes the earliest timer if it has expired at {@code nowNanos}, and returns its kind; otherwise returns -1. */
    public int due(long nowNanos) {
        int due = -1;
        for (int kind = 0; kind < at.length; kind++)
            if (at[kind] <= nowNanos && (due < 0 || at[kind] < at[due])) due = kind;
        if (due >= 0) at[due] = NEVER;
        return due;
    }
}
