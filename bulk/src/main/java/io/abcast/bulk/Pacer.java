package io.abcast.bulk;

/**
 * A token bucket, which limits the rate at which this member sends bytes over its uplink. A token stands for one byte.
 * A {@code Pacer} is not thread-safe.
 */
final class Pacer {
    static final int SEGMENT_BYTES = 1448;

    static final double FRAME_OVERHEAD = 1514.0 / SEGMENT_BYTES;

    /**
     * Unused tokens accumulate for this time: long enough for an event loop that wakes up late, and short enough for
     * short network queues.
     */
    private static final double DEPTH_SECONDS = 0.01;

    private static final int DEPTH_BYTES_MIN = 64 * 1024;

    private final double bytesPerNano;
    private final double depth;
    private double tokens;
    private long filledNanos;

    /** @param bitsPerSecond rate limit of the uplink in bits/s, counted in bytes of Ethernet frames; 0 for no limit */
    Pacer(long bitsPerSecond, long nowNanos) {
        bytesPerNano = bitsPerSecond / 8e9 / FRAME_OVERHEAD;
        depth = Math.max(DEPTH_BYTES_MIN, bytesPerNano * 1e9 * DEPTH_SECONDS);
        tokens = depth;
        filledNanos = nowNanos;
    }

    /** @param bytes must be far below the size of the token bucket */
    long delayNanos(int bytes, long nowNanos) {
        if (bytesPerNano == 0) return 0;
        tokens = Math.min(depth, tokens + (nowNanos - filledNanos) * bytesPerNano);
        filledNanos = nowNanos;
        return tokens >= bytes ? 0 : 1 + (long) ((bytes - tokens) / bytesPerNano);
    }

    /** The number of tokens may become negative, which delays later sends. */
    void take(int bytes) {
        if (bytesPerNano != 0) tokens -= bytes;
    }
}
