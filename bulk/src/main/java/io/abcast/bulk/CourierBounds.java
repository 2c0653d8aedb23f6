package io.abcast.bulk;

/**
 * Bytes that may wait for the loop of a member, of what a {@link Courier} brings. Dropped frames come again: receivers ask for pieces,
 * and members repeat messages with their progress. The bounds differ so that pieces keep no message out, and messages no view.
 */
final class CourierBounds {
    static final long PIECES_BYTES_MAX = 16L << 20;
    static final long MESSAGES_BYTES_MAX = 32L << 20;
    static final long MEMBERS_BYTES_MAX = 40L << 20;

    private CourierBounds() {}
}
