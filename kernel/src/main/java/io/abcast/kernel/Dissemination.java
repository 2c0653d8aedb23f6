package io.abcast.kernel;

/**
 * Carries payloads to the other members, apart from the messages of a {@link Node}. A driver may offer this service to
 * its node besides {@link Effects}. A node without this service sends payloads in its own messages. The service
 * identifies a payload by its digest only: it does not know the order of the payloads, and the node does not know on
 * which paths they travel.
 *
 * <p>Delivery is best effort: a payload may be lost, late or repeated. {@link Node#onBytes} reports a payload whose
 * digest has been checked. The service sends a payload again until {@link #holds} has named each member, or {@link
 * #forget} is called. The service stores nothing durably: after a restart of the member it knows no payload.
 *
 * <p>Calls return at once, and the driver answers by later events. The thread rule is that of {@link Node}.
 */
public interface Dissemination {
    /**
     * Sends a payload to all other members, and keeps it for members that ask for it until {@link #forget}.
     *
     * @param bytes content with this digest; must never be changed afterwards
     */
    void spread(Digest digest, byte[] bytes);

    /**
     * Whether {@link #spread} accepts more payloads now. While the answer is false, the node must not call {@link
     * #spread}; this bounds the bytes in flight. The node asks again at its next event, at the latest when its next
     * timer expires.
     */
    default boolean hasRoom() {
        return true;
    }

    /**
     * Keeps a payload of another member, or of an earlier run of this member, for members that ask for it. The payload
     * is kept until {@link #forget}. The call has no effect if the payload is already kept.
     *
     * @param bytes content with this digest; must never be changed afterwards
     */
    void keep(Digest digest, byte[] bytes);

    /**
     * Whether {@link #want} fetches payloads. If the answer is false, the node asks the holders of a payload by its own
     * messages, and does not call {@link #keep}, {@link #want} and {@link #forget}.
     */
    default boolean fetches() {
        return true;
    }

    /**
     * Fetches a payload of which the node knows the digest but not the bytes. {@link Node#onBytes} is the answer, even
     * if the payload arrived before this call. The service may first wait for a while, because the payload may still
     * arrive from its source. Then the service asks the holders one after the other, until the payload has arrived or
     * {@link #forget} is called.
     *
     * @param source server id of the member that spreads the payload.
     * @param holders server ids of members that may hold the payload, in the order in which the service asks them. A
     *     second call for the same payload replaces the list.
     */
    void want(Digest digest, int source, int[] holders);

    /**
     * Reports that a member holds a payload durably, because that member has voted for the payload. The service need
     * not send the payload to that member again.
     */
    void holds(int member, Digest digest);

    /** Reports that the node no longer needs a payload. The call has no effect if the payload is unknown. */
    void forget(Digest digest);
}
