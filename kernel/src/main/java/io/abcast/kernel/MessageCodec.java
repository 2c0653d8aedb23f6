package io.abcast.kernel;

/**
 * Encodes and decodes the messages of a protocol. A message codec is stateless and thread-safe.
 *
 * @param <M> the sealed type of all messages of the protocol
 */
public interface MessageCodec<M extends Message> {
    /**
     * The highest version of frames that this codec writes. The codec reads frames of all versions from 1 to {@code
     * versionMax}.
     */
    int versionMax();

    /**
     * Appends the frame of {@code message} to {@code out}. The first byte of the frame contains the frame's version.
     *
     * @param version version in which the message is encoded: the highest version that sender and receiver support,
     *     from 1 to {@link #versionMax}
     * @throws IllegalArgumentException if frames of version {@code version} cannot express the message
     */
    void encode(M message, int version, WireWriter out);

    /** Appends the frame of {@code message} in the highest version to {@code out}. */
    default void encode(M message, WireWriter out) {
        encode(message, versionMax(), out);
    }

    /**
     * Reads one frame, which must contain all bytes of {@code in}. The frame may have any version from 1 to
     * {@link #versionMax}.
     *
     * @throws MalformedFrameException if the bytes are not a valid frame
     */
    M decode(WireReader in);
}
