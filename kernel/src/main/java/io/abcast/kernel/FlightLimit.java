package io.abcast.kernel;

/**
 * Limits the bytes that a member has in flight, so that its messages do not queue for seconds before a slow network.
 * Heartbeats that wait behind seconds of payloads make members look unreachable, and repeated messages fill the queue. The
 * unit in flight is called an instance here. It is committed when nothing more must happen for it: EPAXOS has decided it,
 * or all members hold a frame of FOREST.
 *
 * <p>The limit follows the times from the opening of an instance to its commit, as the window of TCP Vegas (Brakmo and
 * Peterson 1995) follows round trips. While these times are near the shortest time, the limit grows. The difference
 * from the shortest time is the time in the queue; if it is long, the limit shrinks. On a fast network the limit is
 * never reached. At least one instance is always allowed.
 *
 * <p>At its minimum, the limit leaves no room for a queue. If commits still take long at the minimum, the delay itself
 * has become longer: the members are farther apart, a disk is slower, or other traffic fills the network. In this case
 * the shortest time is raised, up to {@link #SHORTEST_MAX_NANOS}. Otherwise one short time in the past would keep the
 * limit at its minimum for hours.
 */
public final class FlightLimit {
    private static final long BYTES_MIN = 64 << 10;
    private static final long BYTES_FIRST = 1 << 20;
    private static final long BYTES_MAX = 1L << 40;

    /** Time in a queue, in ns, below which the limit grows. Above twice this time, the limit shrinks. */
    private static final long QUEUE_NANOS = 250_000_000;

    /**
     * With each commit, the shortest time grows by 1/2^20 of itself, in case the network has become slower permanently.
     */
    private static final int RISE_BITS = 20;

    /** Minimum factor by which the limit shrinks in one step. */
    private static final double SHRINK_LEAST = 0.125;

    /** At the minimum limit, each long commit raises the shortest time by 1/2^4 of the difference. */
    private static final int APPROACH_BITS = 4;

    /**
     * Maximum of a raised shortest time, in ns. The bound is necessary because members that share one full network
     * raise each other's times.
     */
    private static final long SHORTEST_MAX_NANOS = 1_000_000_000;

    private long limit = BYTES_FIRST;
    private long bytes;
    private long shortestNanos = Long.MAX_VALUE;

    /**
     * Time in ns at which the limit last shrank. Commits of instances that were opened earlier are no evidence about
     * the present limit.
     */
    private long shrunkNanos = Long.MIN_VALUE;

    /** Whether the limit is reached, so that no instance may be opened. */
    public boolean isFull() {
        return bytes >= limit;
    }

    /** Bytes of the instances that are not committed. */
    public long bytes() {
        return bytes;
    }

    /** Adds an instance. */
    public void opened(long added) {
        bytes += added;
    }

    /** Removes an instance whose time says nothing about the network. */
    public void forgotten(long removed) {
        bytes -= removed;
    }

    /**
     * Removes an instance that is committed.
     *
     * @param removed its bytes
     * @param openedNanos time when it was opened
     */
    public void committed(long removed, long openedNanos, long nowNanos) {
        long used = Math.min(limit, bytes);
        boolean wasUsed = 2 * bytes >= limit;
        bytes -= removed;
        long nanos = nowNanos - openedNanos;
        if (nanos < shortestNanos) shortestNanos = nanos;
        else shortestNanos += shortestNanos >> RISE_BITS;
        long queue = nanos - shortestNanos;
        if (queue < QUEUE_NANOS) {
            if (wasUsed) limit = Math.min(BYTES_MAX, limit + removed);
        } else if (openedNanos < shrunkNanos) {
            return;
        } else if (limit == BYTES_MIN) {
            long risen = shortestNanos + (queue >> APPROACH_BITS);
            if (removed <= BYTES_MIN && shortestNanos < SHORTEST_MAX_NANOS)
                shortestNanos = Math.min(SHORTEST_MAX_NANOS, risen);
        } else if (queue > 2 * QUEUE_NANOS) {
            limit = Math.max(BYTES_MIN, fitting(used, nanos));
            shrunkNanos = nowNanos;
        }
    }

    /**
     * Returns the part of the bytes in flight with which the time in the queue would be between the two bounds, {@link
     * #QUEUE_NANOS} and twice that value. The result is bounded from below, because a single long time may be due to a
     * stall.
     */
    private long fitting(long used, long nanos) {
        long wanted = shortestNanos + QUEUE_NANOS + QUEUE_NANOS / 2;
        return (long) (used * Math.max(SHRINK_LEAST, (double) wanted / nanos));
    }
}
