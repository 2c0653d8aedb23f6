package io.abcast.ordering.camu;

/**
 * Settings of a partition's replica. Times are in ns unless their names say otherwise.
 *
 * @param strict whether an answer means that every later submission gets a higher place in the order
 * @param fast whether items for other partitions are sent before their entries are committed
 * @param tickNanos maximum time between two marks of an open link while transactions are in flight
 * @param tickNanosMax maximum time between two marks of an open link
 * @param resendNanos time after which an unanswered message is sent again
 * @param windowMultis maximum number of unfinished multis for one other partition
 * @param windowBytes maximum size of the unacknowledged items for one other partition, in bytes
 * @param batchBytesMax maximum size of a payload in the log, in bytes; a single transaction may exceed it
 * @param payloadBytesMax maximum size of a transaction's payload, in bytes
 * @param sessionTtlMicros time after which a closed session is forgotten, in microseconds
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

    /** The clock of a partition counts microseconds times this number. */
    static final int CLOCK_STEPS = 256;

    /** A leader that was paused for more than this share of the sessions' time to live begins a new term. */
    private static final int PAUSE_SHARE = 4;

    private static final long WATCH_NANOS_MIN = 1_000_000;

    private static final long MILLI = 1_000_000;

    /** The defaults. */
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
     * Checks that a log takes all payloads of a partition. A leader whose payload the log refuses would begin one term
     * after another.
     *
     * @param logBytesMax maximum size of a payload of the log in bytes; 0: no limit
     * @param groups number of partitions
     * @throws IllegalArgumentException if the log takes too small payloads
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

    /** The time to live of a closed session in units of the partition's clock. */
    long sessionTtl() {
        return sessionTtlMicros * CLOCK_STEPS;
    }

    /** Maximum time between two batches of a leader, in microseconds; after a longer pause it begins a new term. */
    long pauseMicrosMax() {
        return sessionTtlMicros / PAUSE_SHARE;
    }

    /** Maximum time between two batches of a leader that is not paused, in ns. */
    long watchNanos() {
        return Math.max(pauseMicrosMax() * 1_000 / 2, WATCH_NANOS_MIN);
    }

    /** Returns these settings with another consistency and mode. */
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
