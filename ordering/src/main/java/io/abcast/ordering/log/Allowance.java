package io.abcast.ordering.log;

import java.util.Arrays;

/** How many answers each sender gets within one retry interval: a fixed number for each sender and interval. */
public final class Allowance {
    private final Ports ports;
    private final int most;

    /** By rank: when the present interval began. */
    private final long[] sinceNanos;

    /** By rank: answers in the present interval. */
    private final int[] used;

    /** @param most answers to one sender within one retry interval, at least 1 */
    public Allowance(Ports ports, int most) {
        this.ports = ports;
        this.most = most;
        sinceNanos = new long[ports.members().size()];
        Arrays.fill(sinceNanos, Long.MIN_VALUE / 2);
        used = new int[ports.members().size()];
    }

    /** Takes one answer for that member. @return whether there was one left */
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
