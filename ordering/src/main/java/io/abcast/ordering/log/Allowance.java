package io.abcast.ordering.log;

import java.util.Arrays;

/**
 * Limits the number of messages of each other member that this member answers or verifies within one retry interval.
 */
public final class Allowance {
    private final PeerServices ports;
    private final int most;

    /** For each member, by rank: start of the present retry interval in ns. */
    private final long[] sinceNanos;

    /** For each member, by rank: number of calls of {@link #take} that returned true in the present retry interval. */
    private final int[] used;

    /**
     * Creates an allowance that is the same for each sender.
     *
     * @param most maximum number of messages of one sender that this member answers or verifies within one retry
     *     interval, at least 1
     */
    public Allowance(PeerServices ports, int most) {
        this.ports = ports;
        this.most = most;
        sinceNanos = new long[ports.members().size()];
        Arrays.fill(sinceNanos, Long.MIN_VALUE / 2);
        used = new int[ports.members().size()];
    }

    /**
     * Counts one more message of member {@code from} that this member answers or verifies. Returns false if member
     * {@code from} has used up its allowance of the present retry interval.
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
