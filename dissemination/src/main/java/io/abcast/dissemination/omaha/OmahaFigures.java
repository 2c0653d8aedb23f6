package io.abcast.dissemination.omaha;

/**
 * What {@link Omaha} has done since its start. Written by its thread; other threads may read figures that are a moment old.
 */
public final class OmahaFigures {
    /** Bucket i of the histogram of hold times counts those of at least 2^i and below 2^(i+1) microseconds; 0 also what is below. */
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

    /** A message has waited; 0: it left as it came. */
    void left(long nanos) {
        if (nanos == 0) return;
        holdNanos += nanos;
        holdMaxNanos = Math.max(holdMaxNanos, nanos);
        long micros = Math.max(1, nanos / MICRO);
        holds[Math.min(BUCKETS - 1, 63 - Long.numberOfLeadingZeros(micros))]++;
    }

    /** Messages handed in. */
    public long applicationMessages() {
        return applicationMessages;
    }

    /** Messages handed out, composite ones counted once. */
    public long networkMessages() {
        return networkMessages;
    }

    /** Bytes of the messages handed in, without the framing of composites. */
    public long applicationBytes() {
        return applicationBytes;
    }

    /** Of the messages handed in, those that were held at first. */
    public long heldMessages() {
        return heldMessages;
    }

    /** Messages that wait at the moment. */
    public long heldNow() {
        return heldNow;
    }

    /** Bytes that wait at the moment, for all destinations. */
    public long bytesNow() {
        return bytesNow;
    }

    /** Times that messages left because one of them had waited long enough, or because its pledge was over. */
    public long flushesByDeadline() {
        return flushesByDeadline;
    }

    /** Times that messages left because the next one did not fit. */
    public long flushesByBytes() {
        return flushesByBytes;
    }

    /** Pledges made. */
    public long pledges() {
        return pledges;
    }

    /** Pledges that count at the moment. */
    public long pledgesOpen() {
        return pledgesOpen;
    }

    /** Pledges that reached the end of their life. */
    public long expiredPledges() {
        return expired;
    }

    /** Pledges that reached the end of their life and were not closed after it either: their owner has forgotten them. */
    public long leakedPledges() {
        return expired - closedLate;
    }

    /** Pledges lost because their application made another one; with {@link Aggregation#ALGORITHM_1} only. */
    public long overwrittenPledges() {
        return overwritten;
    }

    /** Pledges ended by a view, an abort or a stop. */
    public long pledgesEndedByOthers() {
        return endedByOthers;
    }

    /** Time that all messages together have waited, those that wait now not counted. */
    public long holdNanos() {
        return holdNanos;
    }

    /** The longest wait of a message. */
    public long holdMaxNanos() {
        return holdMaxNanos;
    }

    /** Hold times in buckets, see {@link #BUCKETS}; a copy. */
    public long[] holds() {
        return holds.clone();
    }

    /** Network messages saved, of the messages handed in; 0 to 1. */
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
