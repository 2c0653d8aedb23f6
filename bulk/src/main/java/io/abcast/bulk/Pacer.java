package io.abcast.bulk;

/** A token bucket over the bytes of an uplink. Not thread-safe. */
final class Pacer {
    /** What a TCP connection carries in a full Ethernet frame. */
    static final int SEGMENT_BYTES = 1448;

    /** Bytes of a full Ethernet frame for each that a TCP connection carries. */
    static final double FRAME_OVERHEAD = 1514.0 / SEGMENT_BYTES;

    /** What may be saved up while nothing is sent: a loop that wakes late catches up, and queues in the network stay short. */
    private static final double DEPTH_SECONDS = 0.01;

    private static final int DEPTH_BYTES_MIN = 64 * 1024;

    private final double bytesPerNano;
    private final double depth;
    private double tokens;
    private long filledNanos;

    /** @param bitsPerSecond of the link, frames of the network included; 0 for no limit */
    Pacer(long bitsPerSecond, long nowNanos) {
        bytesPerNano = bitsPerSecond / 8e9 / FRAME_OVERHEAD;
        depth = Math.max(DEPTH_BYTES_MIN, bytesPerNano * 1e9 * DEPTH_SECONDS);
        tokens = depth;
        filledNanos = nowNanos;
    }

    /** Nanoseconds until so many bytes may go; 0 for now. {@code bytes} is far below the depth. */
    long delayNanos(int bytes, long nowNanos) {
        if (bytesPerNano == 0) return 0;
        tokens = Math.min(depth, tokens + (nowNanos - filledNanos) * bytesPerNano);
        filledNanos = nowNanos;
        return tokens >= bytes ? 0 : 1 + (long) ((bytes - tokens) / bytesPerNano);
    }

    /** They have gone; the bucket may be overdrawn. */
    void take(int bytes) {
        if (bytesPerNano != 0) tokens -= bytes;
    }
}
