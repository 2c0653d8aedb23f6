package io.abcast.kernel;

/**
 * Encodes and decodes the messages of a protocol. Stateless and thread-safe.
 *
 * @param <M> the protocol's family of messages
 */
public interface MessageCodec<M extends Message> {
    /** The highest version of frames that this codec writes. The codec reads all versions from 1 to this version. */
    int versionMax();

    /**
     * Appends the frame of {@code message} to {@code out}. The first byte of the frame is the version.
     *
     * @param version the highest version that both members support, from 1 to {@link #versionMax}
     * @throws IllegalArgumentException if that version of the format has no form for the message. A node must not send
     *     such a message to a member that supports only that version
     */
    void encode(M message, int version, WireWriter out);

    /** Appends the frame in the highest version. */
    default void encode(M message, WireWriter out) {
        encode(message, versionMax(), out);
    }

    /**
     * Reads one frame that fills {@code in}, of any version up to {@link #versionMax}.
     *
     * @throws MalformedFrameException if the bytes are not a frame; every length is checked against the available bytes
     *     before it is used
     */
    M decode(WireReader in);
}
