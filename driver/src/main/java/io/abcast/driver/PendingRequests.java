package io.abcast.driver;

/**
 * The requests that the driver has passed to the node and that the node has not answered, by their consecutive numbers.
 * The node answers requests nearly in the order of their submission, so a ring buffer is sufficient.
 *
 * <p><b>Thread rule:</b> only the thread that runs the driver uses this {@code PendingRequests}.
 */
final class PendingRequests {
    /**
     * If the numbers from the oldest unanswered to the newest request span {@code SPAN_MAX}, the driver refuses new
     * requests as {@code BUSY}.
     */
    static final int SPAN_MAX = 1 << 20;

    private PendingRequest[] ring = new PendingRequest[1024];
    // Every unanswered request has a number in [oldest, next).
    private long oldest;
    private long next;
    private int unanswered;

    /**
     * Returns the first request number of a process: 62 random bits, so that it overlaps no numbers of the member's
     * earlier processes. At most {@link #SPAN_MAX} = 2^20 requests are unanswered, and 2^20 entries of the previous
     * process undelivered, at a time. Therefore the probability that two request numbers coincide after a restart is
     * below 2^21 / 2^62, or 1 / (2 * 10^12). The number does not depend on a clock, because request numbers would
     * repeat if a clock were set back before a restart.
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

    long add(PendingRequest request, long deadlineNanos) {
        assert !full();
        if (next - oldest == ring.length) grow();
        request.deadlineNanos = deadlineNanos;
        ring[slot(next)] = request;
        unanswered++;
        return next++;
    }

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

    /** Returns the number of the newest request whose time limit has passed; -1 if no request has expired. */
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
