package io.abcast.dissemination.omaha;

/**
 * The counters of {@link Omaha} since its start. Only the thread that calls {@link Omaha} writes the counters; other
 * threads may read slightly outdated values.
 */
public final class OmahaFigures {
    /**
     * Number of buckets in the histogram of hold times. Bucket i counts hold times of at least 2^i and below 2^(i+1)
     * microseconds; bucket 0 also counts hold times below 1 microsecond.
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

    void left(long nanos) {
        if (nanos == 0) return;
        holdNanos += nanos;
        holdMaxNanos = Math.max(holdMaxNanos, nanos);
        long micros = Math.max(1, nanos / MICRO);
        holds[Math.min(BUCKETS - 1, 63 - Long.numberOfLeadingZeros(micros))]++;
    }

    /** Number of messages that applications have sent through Omaha. */
    public long applicationMessages() {
        return applicationMessages;
    }

    /** Number of messages that Omaha has sent to the network; a composite of several messages counts once. */
    public long networkMessages() {
        return networkMessages;
    }

    /**
     * Number of bytes of the messages that applications have sent through Omaha, without the overhead of composites.
     */
    public long applicationBytes() {
        return applicationBytes;
    }

    /** Number of application messages that Omaha has held. */
    public long heldMessages() {
        return heldMessages;
    }

    /** Number of messages that Omaha holds at present. */
    public long heldNow() {
        return heldNow;
    }

    /** Number of message bytes that Omaha holds at present, for all destinations together. */
    public long bytesNow() {
        return bytesNow;
    }

    /**
     * Number of times that Omaha sent the held messages of a destination because a deadline had passed or a pledge had
     * ended.
     */
    public long flushesByDeadline() {
        return flushesByDeadline;
    }

    /**
     * Number of times that Omaha sent the held messages of a destination because the next message would have exceeded
     * the bound on held bytes.
     */
    public long flushesByBytes() {
        return flushesByBytes;
    }

    /** Number of pledges (announcements of messages) that applications have begun. */
    public long pledges() {
        return pledges;
    }

    /** Number of pledges that are open at present. */
    public long pledgesOpen() {
        return pledgesOpen;
    }

    /** Number of pledges that reached the end of their lifetime before their owners closed them. */
    public long expiredPledges() {
        return expired;
    }

    /** Number of pledges that reached the end of their lifetime and that their owners have not closed since. */
    public long leakedPledges() {
        return expired - closedLate;
    }

    /**
     * Number of pledges that a later pledge of the same application has overwritten; only with {@link
     * Aggregation#ALGORITHM_1}.
     */
    public long overwrittenPledges() {
        return overwritten;
    }

    /** Number of pledges that ended by a change of the view, an abort of the application or a stop of Omaha. */
    public long pledgesEndedByOthers() {
        return endedByOthers;
    }

    /** Total hold time in ns of all messages that have left Omaha. */
    public long holdNanos() {
        return holdNanos;
    }

    /** Longest hold time in ns of a message that has left Omaha. */
    public long holdMaxNanos() {
        return holdMaxNanos;
    }

    /** Returns a copy of the histogram of hold times: the number of messages in each bucket, see {@link #BUCKETS}. */
    public long[] holds() {
        return holds.clone();
    }

    /** Share of the applications' messages that needed no network message of their own, from 0 to 1. */
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
