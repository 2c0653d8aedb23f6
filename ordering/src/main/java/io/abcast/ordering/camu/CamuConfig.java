package io.abcast.ordering.camu;

/**
 * Settings of a replica of a CaMu partition. Time settings are in ns unless their names state another unit. A mark is
 * the stream item by which a link raises its watermark at the receiving partition.
 *
 * @param strict whether every transaction that is submitted after the answer to a transaction comes after this
 *     transaction in the order
 * @param fast whether a leader may send stream items to other partitions before its own log has committed them
 * @param tickNanos maximum time in ns between two {@code Mark} items of an open link while transactions are in flight
 * @param tickNanosMax maximum time in ns between two {@code Mark} items of an open link while the partition is idle
 * @param resendNanos time in ns after which a replica sends an unanswered message again
 * @param windowMultis maximum number of unfinished multi-partition transactions that a partition has for one other
 *     partition
 * @param windowBytes maximum size in bytes of the unacknowledged stream items that a partition has for one other
 *     partition
 * @param batchBytesMax maximum size in bytes of a log payload (a batch of entries); a single transaction may exceed
 *     this size
 * @param payloadBytesMax maximum size in bytes of the payload of one transaction
 * @param sessionTtlMicros time in microseconds after which a partition forgets a closed session
 */
public record CamuConfig(
        boolean strict,
        boolean fast,
        long tickNanos,
        long tickNanosMax,
        long resendNanos,
        int windowMultis,
        long windowBytes,
        int batchBytesMax,
        int payloadBytesMax,
        long sessionTtlMicros) {

    /** Number of units of a partition's logical clock in a microsecond. */
    static final int CLOCK_STEPS = 256;

    /** A leader that was paused for more than 1/{@code PAUSE_SHARE} of the sessions' time to live begins a new term. */
    private static final int PAUSE_SHARE = 4;

    private static final long WATCH_NANOS_MIN = 1_000_000;

    private static final long MILLI = 1_000_000;

    /** The default settings. */
    public static final CamuConfig DEFAULT =
            new CamuConfig(
                    false,
                    false,
                    5 * MILLI,
                    100 * MILLI,
                    100 * MILLI,
                    1024,
                    16 << 20,
                    1 << 18,
                    1 << 20,
                    600_000_000L);

    public CamuConfig {
        if (tickNanos < 1 || tickNanosMax < tickNanos)
            throw new IllegalArgumentException(
                    "tick: expected 0 < tick <= tick_max, got "
                            + tickNanos
                            + " and "
                            + tickNanosMax
                            + " ns");
        if (resendNanos < 1)
            throw new IllegalArgumentException(
                    "resend_after: expected a positive time, got " + resendNanos + " ns");
        if (windowMultis < 1 || windowBytes < 1)
            throw new IllegalArgumentException(
                    "window: expected positive bounds, got "
                            + windowMultis
                            + " multis and "
                            + windowBytes
                            + " bytes");
        if (batchBytesMax < 1 || payloadBytesMax < 1)
            throw new IllegalArgumentException(
                    "bytes: expected positive bounds, got "
                            + batchBytesMax
                            + " and "
                            + payloadBytesMax);
        if (sessionTtlMicros < 1)
            throw new IllegalArgumentException(
                    "session_ttl: expected a positive time, got " + sessionTtlMicros + " us");
    }

    /**
     * If the log refused a payload as too large, the leader would begin one new term after another and give the same
     * payload each time.
     *
     * @param logBytesMax maximum size in bytes of a payload that the log accepts; 0: no limit
     */
    void checkLog(int logBytesMax, int groups) {
        long most = LogPayload.bytesMax(this, groups);
        if (logBytesMax != 0 && most > logBytesMax)
            throw new IllegalArgumentException(
                    "batch_bytes_max and payload_bytes_max: expected payloads of at most "
                            + logBytesMax
                            + " bytes, the limit of the log; "
                            + batchBytesMax
                            + " bytes for a batch and "
                            + payloadBytesMax
                            + " bytes for a transaction give "
                            + most);
    }

    /** Returns a time in units of the partition's clock. */
    long sessionTtl() {
        return sessionTtlMicros * CLOCK_STEPS;
    }

    long pauseMicrosMax() {
        return sessionTtlMicros / PAUSE_SHARE;
    }

    long watchNanos() {
        return Math.max(pauseMicrosMax() * 1_000 / 2, WATCH_NANOS_MIN);
    }

    /** Returns a copy of these partition settings with the given values of {@code strict} and {@code fast}. */
    public CamuConfig with(boolean strictNow, boolean fastNow) {
        return new CamuConfig(
                strictNow,
                fastNow,
                tickNanos,
                tickNanosMax,
                resendNanos,
                windowMultis,
                windowBytes,
                batchBytesMax,
                payloadBytesMax,
                sessionTtlMicros);
    }
}
