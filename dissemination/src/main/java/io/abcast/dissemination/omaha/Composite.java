package io.abcast.dissemination.omaha;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.util.List;

/**
 * A composite: a frame of several messages that Omaha sends together as one network message. A composite frame contains
 * the version, the number of messages, and then the size and the bytes of each message. A message that leaves alone is
 * sent without a composite frame. The sender must mark composites outside the frame, for example in a header.
 */
public final class Composite {
    /** Maximum number of messages in a composite frame; the minimum is 0. */
    public static final int MESSAGES_MAX = 65_536;

    private static final int VERSION = 1;

    private Composite() {}

    /**
     * Encodes messages as one composite frame.
     *
     * @param messages at most {@link #MESSAGES_MAX} messages
     */
    public static byte[] encode(List<byte[]> messages) {
        if (messages.size() > MESSAGES_MAX)
            throw new IllegalArgumentException(
                    "composite: expected at most "
                            + MESSAGES_MAX
                            + " messages, got "
                            + messages.size());
        int bytes = 6;
        for (byte[] message : messages) bytes += message.length + 5;
        WireWriter out = new WireWriter(bytes).u8(VERSION);
        return out.list(messages, (message, to) -> to.bytes(message)).toByteArray();
    }

    /**
     * Decodes a composite frame into its messages.
     *
     * @throws MalformedFrameException if the bytes are not exactly one composite frame of this version
     */
    public static List<byte[]> decode(byte[] frame, int offset, int length) {
        WireReader in = new WireReader(frame, offset, length);
        int version = in.u8();
        if (version != VERSION)
            throw new MalformedFrameException(
                    "composite: expected version " + VERSION + ", got " + version);
        List<byte[]> messages = in.list(MESSAGES_MAX, WireReader::bytes);
        in.end();
        return messages;
    }

    /** Number of bytes that a composite frame adds to messages of the given sizes. */
    public static int overhead(int... sizes) {
        int bytes = 1 + varintBytes(sizes.length);
        for (int size : sizes) bytes += varintBytes(size);
        return bytes;
    }

    private static int varintBytes(int value) {
        return Math.max(1, (38 - Integer.numberOfLeadingZeros(value)) / 7);
    }
}
