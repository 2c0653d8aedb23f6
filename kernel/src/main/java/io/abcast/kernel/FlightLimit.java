package io.abcast.kernel;

/**
 * Limits the bytes that a member has in flight, so that the member's messages do not queue for seconds in front of a
 * slow network. The unit of work that {@code FlightLimit} counts in flight is called an instance. An instance is
 * committed when the protocol EPAXOS has decided it, or when all members hold a payload frame that FOREST has sent.
 *
 * <p>The limit of bytes in flight follows the commit times, as the window of TCP Vegas (Brakmo and Peterson 1995)
 * follows round trips. The commit time of an instance is the time from its opening to its commit. While the commit
 * times are near the shortest commit time, the limit of bytes in flight grows. A commit time minus the shortest commit
 * time is the time in the network's queue. If an instance waits long in the network's queue, the limit of bytes in
 * flight shrinks. A member may always have at least one instance in flight.
 *
 * <p>At its minimum, the limit of bytes in flight is so small that no bytes wait in the network's queue. Commit times
 * that stay long at the minimum limit therefore show that the path has become slower, and raise the shortest commit
 * time, up to {@link #SHORTEST_MAX_NANOS}. If the member never raised its shortest commit time, one short commit time
 * in the past would keep the limit at its minimum for hours.
 */
public final class FlightLimit {
    private static final long BYTES_MIN = 64 << 10;
    private static final long BYTES_FIRST = 1 << 20;
    private static final long BYTES_MAX = 1L << 40;

    /**
     * Wait in the network's queue, in ns, below which the limit of bytes in flight grows; above twice this wait the
     * limit shrinks.
     */
    private static final long QUEUE_NANOS = 250_000_000;

    /**
     * With each commit, the member raises its shortest commit time by 1/2^20 of this time, because the network may have
     * become slower permanently.
     */
    private static final int RISE_BITS = 20;

    /** Minimum factor by which one commit multiplies the limit of bytes in flight. */
    private static final double SHRINK_LEAST = 0.125;

    /**
     * While the limit of bytes in flight is at its minimum, each long commit time raises the shortest commit time by
     * 1/2^4 of their difference.
     */
    private static final int APPROACH_BITS = 4;

    /**
     * Maximum value, in ns, to which a member raises its shortest commit time. The shortest commit time is bounded
     * because members that share one full network raise each other's commit times.
     */
    private static final long SHORTEST_MAX_NANOS = 1_000_000_000;

    private long limit = BYTES_FIRST;
    private long bytes;
    private long shortestNanos = Long.MAX_VALUE;

    /**
     * Time in ns at which the limit last shrank; commit times of instances that were opened before do not change the
     * limit.
     */
    private long shrunkNanos = Long.MIN_VALUE;

    /** Whether the bytes in flight have reached the limit, so that the member may open no further instance. */
    public boolean isFull() {
        return bytes >= limit;
    }

    /** Bytes in flight: the bytes of all instances that the member has opened and that are not committed. */
    public long bytes() {
        return bytes;
    }

    /**
     * Adds {@code added} bytes, which are the bytes of an instance that the member has opened, to the bytes in flight.
     */
    public void opened(long added) {
        bytes += added;
    }

    /**
     * Subtracts the {@code removed} bytes of an instance from the bytes in flight, and ignores the commit time of the
     * instance.
     */
    public void forgotten(long removed) {
        bytes -= removed;
    }

    /**
     * Subtracts the bytes of a committed instance from the bytes in flight, and adapts the limit to the commit time of
     * the instance.
     *
     * @param removed bytes of the committed instance
     * @param openedNanos time in ns when the member opened the committed instance
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
     * Returns the number of bytes in flight with which an instance would wait between {@link #QUEUE_NANOS} and twice
     * {@link #QUEUE_NANOS} in the network's queue. The returned number of bytes has a lower bound, because a single
     * long commit time may be due to a stall.
     */
    private long fitting(long used, long nanos) {
        long wanted = shortestNanos + QUEUE_NANOS + QUEUE_NANOS / 2;
        return (long) (used * Math.max(SHRINK_LEAST, (double) wanted / nanos));
    }
}
