package io.abcast.bulk;

/**
 * Bounds on the bytes of frames from a {@link Courier} that wait for this member's event loop. Frames beyond a bound
 * are dropped; senders repeat missing pieces, and progress reports lead to repeated messages. Pieces, messages and
 * views have separate bounds, so that many frames of one kind cannot displace other kinds.
 */
final class CourierBounds {
    static final long PIECES_BYTES_MAX = 16L << 20;
    static final long MESSAGES_BYTES_MAX = 32L << 20;
    static final long MEMBERS_BYTES_MAX = 40L << 20;

    private CourierBounds() {}
}
