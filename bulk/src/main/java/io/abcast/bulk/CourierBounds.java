package io.abcast.bulk;

/**
 * Bounds the bytes of the frames that a {@link Courier} has delivered and that wait for the event loop of this member.
 * This member drops a frame beyond a bound, and the frame's sender sends the content again later. Senders of blocks ask
 * receivers for missing pieces, and members repeat their messages together with their progress reports. Pieces of
 * blocks, messages and views have separate bounds, so that pieces do not displace messages and messages do not displace
 * views.
 */
final class CourierBounds {
    static final long PIECES_BYTES_MAX = 16L << 20;
    static final long MESSAGES_BYTES_MAX = 32L << 20;
    static final long MEMBERS_BYTES_MAX = 40L << 20;

    private CourierBounds() {}
}
