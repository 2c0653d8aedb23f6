package io.abcast.bulk;

/**
 * Maximum bytes of frames of a {@link Courier} that wait for the loop of a member. Dropped frames are sent again:
 * senders ask for missing pieces, and members repeat messages with their progress. The bounds differ, so that pieces do
 * not displace messages and messages do not displace views.
 */
final class CourierBounds {
    static final long PIECES_BYTES_MAX = 16L << 20;
    static final long MESSAGES_BYTES_MAX = 32L << 20;
    static final long MEMBERS_BYTES_MAX = 40L << 20;

    private CourierBounds() {}
}
