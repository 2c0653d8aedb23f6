package io.abcast.kernel;

/**
 * Carries the payloads of requests to the other members, apart from the messages of a {@link Node}. The dissemination
 * service identifies a payload only by the payload's digest.
 *
 * <p>The dissemination of payloads is best effort: a payload may be lost, late or repeated. The driver calls
 * {@link Node#onBytes} for each received payload whose digest it has checked. The service sends a payload again until
 * the node has called {@link #holds} for each member, or calls {@link #forget}. The service stores nothing durably:
 * after a restart of the member it knows no payload.
 *
 * <p>Calls of the service return at once, and the driver answers by later events of the node. Only one thread at a time
 * calls the service, the thread that also calls the {@link Node}.
 */
public interface Dissemination {
    /**
     * Sends the payload {@code bytes} to all other members. Until the node calls {@link #forget}, the service keeps the
     * payload for members that request it.
     *
     * @param bytes the payload, whose digest is {@code digest}; must never be changed after the call
     */
    void spread(Digest digest, byte[] bytes);

    /**
     * Whether the service accepts more payloads by {@link #spread} now. While {@code hasRoom} returns false, the node
     * must not call {@link #spread}, which bounds the payload bytes in flight.
     */
    default boolean hasRoom() {
        return true;
    }

    /**
     * Keeps a payload of another member, or of an earlier run of this member, for members that request it. The service
     * keeps a payload until the node calls {@link #forget}. The call of {@code keep} has no effect if the service
     * already keeps the payload.
     *
     * @param bytes the payload, whose digest is {@code digest}; must never be changed after the call
     */
    void keep(Digest digest, byte[] bytes);

    /**
     * Whether the service can fetch payloads from other members, see {@link #want}. If {@code fetches} returns false,
     * the node requests payloads by its own messages, and does not call {@link #keep}, {@link #want} and {@link
     * #forget}.
     */
    default boolean fetches() {
        return true;
    }

    /**
     * Fetches a payload of which the node knows the digest but not the bytes. The driver answers by
     * {@link Node#onBytes}, even if the payload arrived before the call of {@code want}. The service may first wait for
     * a while, because the payload may still arrive from the member {@code source}. After its wait, the service
     * requests the payload from one holder after the other, until the payload has arrived or the node calls
     * {@link #forget}.
     *
     * @param source server id of the member that spreads the payload
     * @param holders server ids of members that may hold the payload, in the order of the requests; a second call for
     *     the same payload replaces the list
     */
    void want(Digest digest, int source, int[] holders);

    /**
     * Reports that {@code member} holds a payload durably, because the member has voted for the payload. The service
     * need not send the payload to {@code member} again.
     */
    void holds(int member, Digest digest);

    /**
     * Reports that the node no longer needs the payload with this digest. The call of {@code forget} has no effect if
     * the service does not know the payload.
     */
    void forget(Digest digest);
}
