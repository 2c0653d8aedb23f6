package io.abcast.dissemination.omaha;

/**
 * Counters of {@link Omaha} since its start. Only the thread of {@link Omaha} writes the counters; other threads may
 * read slightly outdated values.
 */
public final class OmahaFigures {
    /**
     * Number of buckets in the histogram of hold times. Bucket i counts hold times of at least 2^i and below 2^(i+1)
     * microseconds; bucket 0 also counts shorter hold times.
     */
    public static final int BUCKETS = 24;

    private static final long MICRO = 1_000;

    long applicationMessages;
    long networkMessages;
    long applicationBytes;
    long heldMessages;
    long heldNow;
    long bytesNow;
    long flushesByDeadline;
    long flushesByBytes;
    long pledges;
    long pledgesOpen;
    long expired;
    long closedLate;
    long overwritten;
    long endedByOthers;
    private long holdNanos;
    private long holdMaxNanos;
    private final long[] holds = new long[BUCKETS];

    /** Records the wait of a message that left; 0 if it was not held. */
    void left(long nanos) {
        if (nanos == 0) return;
        holdNanos += nanos;
        holdMaxNanos = Math.max(holdMaxNanos, nanos);
        long micros = Math.max(1, nanos / MICRO);
        holds[Math.min(BUCKETS - 1, 63 - Long.numberOfLeadingZeros(micros))]++;
    }

    /** Messages that applications have sent through this layer. */
    public long applicationMessages() {
        return applicationMessages;
    }

    /** Messages that this layer has sent to the network; a composite counts once. */
    public long networkMessages() {
        return networkMessages;
    }

    /** Bytes of the messages that applications have sent through this layer, without the frames of composites. */
    public long applicationBytes() {
        return applicationBytes;
    }

    /** Messages of applications that were held. */
    public long heldMessages() {
        return heldMessages;
    }

    /** Messages that wait at present. */
    public long heldNow() {
        return heldNow;
    }

    /** Bytes that wait at present, for all destinations. */
    public long bytesNow() {
        return bytesNow;
    }

    /** Flushes of waiting messages because a deadline had passed or a pledge had ended. */
    public long flushesByDeadline() {
        return flushesByDeadline;
    }

    /** Flushes of waiting messages because the next message did not fit into the buffer. */
    public long flushesByBytes() {
        return flushesByBytes;
    }

    /** Pledges that applications have begun. */
    public long pledges() {
        return pledges;
    }

    /** Pledges that are open at present. */
    public long pledgesOpen() {
        return pledgesOpen;
    }

    /** Pledges that reached the end of their lifetime. */
    public long expiredPledges() {
        return expired;
    }

    /**
     * Pledges that reached the end of their lifetime and that their owners have not closed since. Such an owner has
     * probably forgotten the pledge.
     */
    public long leakedPledges() {
        return expired - closedLate;
    }

    /**
     * Pledges that a later pledge of the same application has overwritten; only with {@link Aggregation#ALGORITHM_1}.
     */
    public long overwrittenPledges() {
        return overwritten;
    }

    /** Pledges that a view, an abort or a stop has ended. */
    public long pledgesEndedByOthers() {
        return endedByOthers;
    }

    /** Total hold time of all messages that left, in nanoseconds. */
    public long holdNanos() {
        return holdNanos;
    }

    /** Longest hold time of a message, in nanoseconds. */
    public long holdMaxNanos() {
        return holdMaxNanos;
    }

    /** Hold times in buckets, see {@link #BUCKETS}; a copy. */
    public long[] holds() {
        return holds.clone();
    }

    /** Share of the applications' messages that was saved on the network; 0 to 1. */
    public double saved() {
        long gone = applicationMessages - heldNow;
        return gone == 0 ? 0 : 1 - (double) networkMessages / gone;
    }

    @Override
    public String toString() {
        return applicationMessages
                + " messages, "
                + networkMessages
                + " on the network, "
                + heldNow
                + " held; "
                + pledges
                + " pledges, "
                + pledgesOpen
                + " open";
    }
}
