package io.abcast.kernel;

/**
 * Encodes and decodes the messages of a protocol. Stateless and thread-safe.
 *
 * @param <M> the protocol's family of messages
 */
public interface MessageCodec<M extends Message> {
    /** The highest version of frames that this codec writes; it reads that version and all lower ones, down to 1. */
    int versionMax();

    /**
     * Appends the frame of {@code message} to {@code out}. Its first byte is the version.
     *
     * @param version 1..{@link #versionMax}: the highest that both ends speak
     * @throws IllegalArgumentException if that version cannot express the message: a node must not send it to such a
     *     member
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
