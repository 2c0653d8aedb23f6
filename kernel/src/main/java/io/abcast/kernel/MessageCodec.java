package io.abcast.kernel;

/**
 * Turns a protocol's messages into bytes and back. Stateless and thread-safe.
 *
 * @param <M> the protocol's family of messages
 */
public interface MessageCodec<M extends Message> {
    /** Appends the frame of {@code message} to {@code out}. */
    void encode(M message, WireWriter out);

    /**
     * Reads one frame that fills {@code in}.
     *
     * @throws MalformedFrameException if it is not one; no length is trusted before it was checked against what is there
     */
    M decode(WireReader in);
}
