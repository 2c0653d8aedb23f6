package io.abcast.kernel;

/**
 * Carries payloads to the other members, apart from the messages of a {@link Node}. An optional service of the driver,
 * beside {@link Effects}. A node without this service sends payloads in its own messages. A payload is known by its
 * digest alone, so the service knows nothing of the order, and the order nothing of the paths.
 *
 * <p>Delivery is best effort: a payload may be lost, late or repeated. {@link Node#onBytes} reports a payload whose
 * digest has been checked. The service sends a payload again until {@link #holds} has named each member, or {@link
 * #forget} is called. Nothing is durable: after a restart of the member the service knows no payload.
 *
 * <p>Calls return at once, and the driver answers by later events. Thread rule: as {@link Effects}.
 */
public interface Dissemination {
    /**
     * Sends a payload to all other members, and keeps it for members that ask for it until {@link #forget}.
     *
     * @param bytes content with this digest; must never be changed afterwards
     */
    void spread(Digest digest, byte[] bytes);

    /**
     * Whether {@link #spread} takes more payloads now. If not, the node must wait, so that the bytes in flight are
     * bounded. The node asks again at its next event, at the latest at its next timer.
     */
    default boolean hasRoom() {
        return true;
    }

    /**
     * Keeps a payload of another member, or of an earlier run, for members that ask for it until {@link #forget}. Does
     * nothing if the payload is kept.
     *
     * @param bytes content with this digest; must never be changed afterwards
     */
    void keep(Digest digest, byte[] bytes);

    /**
     * Whether {@link #want} fetches payloads. If not, the node asks holders by its own messages; {@link #keep}, {@link
     * #want} and {@link #forget} are not called then.
     */
    default boolean fetches() {
        return true;
    }

    /**
     * Fetches a payload that the node knows of and lacks. {@link Node#onBytes} is the answer, also if the payload
     * arrived before. The service may wait for a while, since the payload may still arrive by itself. Then it asks the
     * holders one after the other, until the payload is here or forgotten.
     *
     * @param source server id of the member that spreads the payload.
     * @param holders server ids of members that may hold the payload, in the order in which they are asked. A second call
     *     replaces them.
     */
    void want(Digest digest, int source, int[] holders);

    /** Reports that a member holds a payload durably, because it has voted for it. The service need not send it again. */
    void holds(int member, Digest digest);

    /** Reports that the node needs a payload no more. Does nothing if the payload is unknown. */
    void forget(Digest digest);
}
