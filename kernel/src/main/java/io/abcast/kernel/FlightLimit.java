package io.abcast.kernel;

/**
 * Limits the bytes that a member has in flight, so that its messages do not queue for seconds before a slow network.
 * Heartbeats that wait behind seconds of payloads make members look unreachable, and repeated messages fill the queue. The
 * unit in flight is called an instance here. It is committed when nothing more must happen for it: EPAXOS has decided it,
 * or all members hold a frame of FOREST.
 *
 * <p>The limit follows the times until commits, as the window of TCP Vegas (Brakmo and Peterson 1995) follows round trips:
 * it grows while they are near the shortest one, and shrinks when the difference, which is the queue, is long. On a fast
 * network it never binds. At least one instance is always allowed.
 *
 * <p>The least limit leaves no room for a queue. If commits still take long then, the delay itself has become longer: the
 * members are farther apart, a disk is slower, or other traffic fills the network. The shortest time rises then, up to
 * {@link #SHORTEST_MAX_NANOS}. Otherwise one short time in the past would hold the limit at its least value for hours.
 */
public final class FlightLimit {
    private static final long BYTES_MIN = 64 << 10;
    private static final long BYTES_FIRST = 1 << 20;
    private static final long BYTES_MAX = 1L << 40;

    /** The limit grows below this difference, and shrinks above twice as much. */
    private static final long QUEUE_NANOS = 250_000_000;

    /** The shortest time grows by this share with each commit, in case the network became slower for ever. */
    private static final int RISE_BITS = 20;

    /** The limit shrinks at most to this share at once. */
    private static final double SHRINK_LEAST = 0.125;

    /** At the least limit, the shortest time approaches a longer one by this share. */
    private static final int APPROACH_BITS = 4;

    /** Upper bound of a shortest time that has risen so. Members that fill one network raise each other's times. */
    private static final long SHORTEST_MAX_NANOS = 1_000_000_000;

    private long limit = BYTES_FIRST;
    private long bytes;
    private long shortestNanos = Long.MAX_VALUE;

    /** Commits of instances that were opened earlier say nothing about the present limit. */
    private long shrunkNanos = Long.MIN_VALUE;

    /** Whether no instance may be opened. */
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

    /** The part of the bytes whose queue would be between the two differences. A single long time may be a stall. */
    private long fitting(long used, long nanos) {
        long wanted = shortestNanos + QUEUE_NANOS + QUEUE_NANOS / 2;
        return (long) (used * Math.max(SHRINK_LEAST, (double) wanted / nanos));
    }
}
