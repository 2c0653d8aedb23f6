package io.abcast.kernel;

/**
 * Turns a protocol's messages into bytes and back. Stateless and thread-safe.
 *
 * @param <M> the protocol's family of messages
 */
public interface MessageCodec<M extends Message> {
    /** The highest version of frames that this codec writes; it reads that one and all lower ones, down to 1. */
    int versionMax();

    /**
     * Appends the frame of {@code message} to {@code out}. Its first byte is the version.
     *
     * @param version 1..{@link #versionMax}: the highest that both ends speak
     * @throws IllegalArgumentException if that version cannot say it: a node sends no such message to such a member
     */
    void encode(M message, int version, WireWriter out);

    /** In the highest version. */
    default void encode(M message, WireWriter out) {
        encode(message, versionMax(), out);
    }

    /**
     * Reads one frame that fills {@code in}, of any version up to {@link #versionMax}.
     *
     * @throws MalformedFrameException if it is not one; no length is trusted before it was checked against what is there
     */
    M decode(WireReader in);
}
