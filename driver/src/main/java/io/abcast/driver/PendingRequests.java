package io.abcast.driver;

/**
 * The requests that the driver has passed to the node and that the node has not answered, by their consecutive numbers.
 * The node answers requests nearly in the order of their submission, so a ring buffer is sufficient. While an old
 * request stays unanswered, the ring buffer grows up to {@link #SPAN_MAX} requests.
 *
 * <p><b>Thread rule:</b> only the thread that runs the driver uses this {@code PendingRequests}.
 */
final class PendingRequests {
    /**
     * Maximum number of request numbers from the oldest unanswered request to the newest request of this member. If
     * {@code SPAN_MAX} numbers are in use, the driver refuses new requests as {@code BUSY}.
     */
    static final int SPAN_MAX = 1 << 20;

    private PendingRequest[] ring = new PendingRequest[1024];
    // Invariant of the ring buffer: every unanswered request has a number in [oldest, next).
    private long oldest;
    private long next;
    private int unanswered;

    /**
     * Returns the number of a driver's first request: 62 random bits, so that the request numbers of a member's
     * processes do not overlap. If request numbers overlapped, the driver could take an entry of an earlier process for
     * the answer to an unanswered request. At most {@link #SPAN_MAX} = 2^20 requests are unanswered at a time. At most
     * 2^20 entries of the member's previous process are still to be delivered. Therefore the probability that two
     * request numbers coincide after a restart is below 2^21 / 2^62, or 1 / (2 * 10^12). The first number does not
     * depend on a clock, because request numbers would repeat if a clock were set back before a restart. The two
     * highest bits of the first number are 0, so that request numbers can grow.
     *
     * @param random 64 random bits of a cryptographically secure source
     */
    static long anywhere(long random) {
        return random >>> 2;
    }

    /** @param first number of the driver's first request; at least 0, and far below the highest {@code long} */
    PendingRequests(long first) {
        oldest = first;
        next = first;
    }

    boolean full() {
        return next - oldest >= SPAN_MAX;
    }

    /** @return the request number of the added request */
    long add(PendingRequest request, long deadlineNanos) {
        assert !full();
        if (next - oldest == ring.length) grow();
        request.deadlineNanos = deadlineNanos;
        ring[slot(next)] = request;
        unanswered++;
        return next++;
    }

    /**
     * Removes and returns the unanswered request with the number {@code number}; null if no unanswered request has this
     * number.
     */
    PendingRequest remove(long number) {
        if (number - oldest < 0 || number - next >= 0) return null;
        int slot = slot(number);
        PendingRequest request = ring[slot];
        if (request == null) return null;
        ring[slot] = null;
        unanswered--;
        while (oldest < next && ring[slot(oldest)] == null) oldest++;
        return request;
    }

    /**
     * Returns the number of the newest request whose time limit has passed; -1 if no request has expired. All requests
     * have the same timeout, so the oldest requests expire first. The search for expired requests ends at the first
     * request whose time limit has not passed.
     */
    long expired(long nowNanos) {
        long through = -1;
        for (long number = oldest; number < next; number++) {
            PendingRequest request = ring[slot(number)];
            if (request == null) continue;
            if (request.deadlineNanos - nowNanos > 0) break;
            through = number;
        }
        return through;
    }

    int unanswered() {
        return unanswered;
    }

    /** Removes and returns the oldest unanswered request; returns null if all requests are answered. */
    PendingRequest poll() {
        return unanswered == 0 ? null : remove(oldest);
    }

    /**
     * Removes and returns the oldest unanswered request if its number is at most {@code number}; otherwise returns
     * null.
     */
    PendingRequest pollThrough(long number) {
        return oldest > number ? null : poll();
    }

    private int slot(long number) {
        return (int) number & ring.length - 1;
    }

    private void grow() {
        PendingRequest[] old = ring;
        ring = new PendingRequest[2 * old.length];
        for (long number = oldest; number < next; number++)
            ring[slot(number)] = old[(int) number & old.length - 1];
    }
}
