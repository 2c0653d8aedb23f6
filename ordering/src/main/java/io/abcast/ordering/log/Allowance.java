package io.abcast.ordering.log;

import java.util.Arrays;

/** Limits the number of answers to each sender within one retry interval. */
public final class Allowance {
    private final PeerServices ports;
    private final int most;

    /** For each member, by rank: start of the present interval. */
    private final long[] sinceNanos;

    /** For each member, by rank: number of answers in the present interval. */
    private final int[] used;

    /**
     * Creates the limit.
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
     * Counts one more answer to member {@code from}. Returns false if the member may get no more answers in this
     * interval.
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
