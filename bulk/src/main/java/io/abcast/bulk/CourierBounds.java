package io.abcast.bulk;

/**
 * Bounds the bytes of frames which a {@link Courier} has delivered and which wait for the loop of this member. Frames
 * beyond a bound are dropped and later sent again, because senders ask for missing pieces and members repeat messages
 * with their progress. Pieces, messages and views have different bounds, so that pieces do not displace messages and
 * messages do not displace views.
 */
final class CourierBounds {
    static final long PIECES_BYTES_MAX = 16L << 20;
    static final long MESSAGES_BYTES_MAX = 32L << 20;
    static final long MEMBERS_BYTES_MAX = 40L << 20;

    private CourierBounds() {}
}
