package io.abcast.driver;

import java.util.Arrays;

/**
 * The timers of a node, and the times at which they expire. A node has at most one timer of each kind, and the kinds
 * are small numbers. Expiry times are positive times in ns, on the clock whose time is passed to {@link #due}.
 *
 * <p><b>Thread rule:</b> Only the thread that runs the node uses its timers.
 */
public final class Deadlines {
    /** The expiry time of a timer that is not set. */
    public static final long NEVER = Long.MAX_VALUE;

    private static final int KINDS_MAX = 1024;

    private long[] at = new long[8];

    /** Creates the timers of one node; no timer is set yet. */
    public Deadlines() {
        Arrays.fill(at, NEVER);
    }

    /**
     * Sets the node's timer of kind {@code kind}, and replaces its previous expiry time.
     *
     * @param kind kind of the timer, 0 to 1023
     * @param atNanos time at which the timer expires, in ns, on the clock of {@link #due}.
     * @throws IllegalArgumentException if {@code kind} is not in 0 to 1023
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

    /** Cancels the timer of kind {@code kind}, if this timer is set. */
    public void cancel(int kind) {
        if (kind >= 0 && kind < at.length) at[kind] = NEVER;
    }

    /** The earliest time at which a timer expires, in ns; {@link #NEVER} if no timer is set. */
    public long next() {
        long next = NEVER;
        for (long deadline : at) next = Math.min(next, deadline);
        return next;
    }

    /**
     * Removes the timer with the earliest expiry time, and returns the timer's kind. Returns -1 if no timer has expired
     * at {@code nowNanos}.
     */
    public int due(long nowNanos) {
        int due = -1;
        for (int kind = 0; kind < at.length; kind++)
            if (at[kind] <= nowNanos && (due < 0 || at[kind] < at[due])) due = kind;
        if (due >= 0) at[due] = NEVER;
        return due;
    }
}
