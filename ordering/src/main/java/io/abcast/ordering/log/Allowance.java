package io.abcast.ordering.log;

import java.util.Arrays;

/** Limits the number of answers that a member sends to each other member within one retry interval. */
public final class Allowance {
    private final PeerServices ports;
    private final int most;

    /** For each member, by rank: start of the present retry interval in ns. */
    private final long[] sinceNanos;

    /** For each member, by rank: number of answers to the member in the present retry interval. */
    private final int[] used;

    /**
     * Creates an object that limits a member's answers to each sender.
     *
     * @param most maximum number of answers to one sender within one retry interval, at least 1
     */
    public Allowance(PeerServices ports, int most) {
        this.ports = ports;
        this.most = most;
        sinceNanos = new long[ports.members().size()];
        Arrays.fill(sinceNanos, Long.MIN_VALUE / 2);
        used = new int[ports.members().size()];
    }

    /**
     * Counts one more answer to member {@code from}. Returns false if member {@code from} has already got the maximum
     * number of answers in the present retry interval.
     */
    public boolean take(int from) {
        int rank = ports.members().rank(from);
        if (ports.nowNanos() - sinceNanos[rank] >= ports.config().retryNanos()) {
            sinceNanos[rank] = ports.nowNanos();
            used[rank] = 0;
        }
        if (used[rank] == most) return false;
        used[rank]++;
        return true;
    }
}
