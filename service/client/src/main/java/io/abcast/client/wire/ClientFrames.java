package io.abcast.client.wire;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/** Limits and layout of frames. */
public final class ClientFrames {
    /** What a client sends first: six letters and the version of the protocol. */
    public static final long HELLO = 0x6162_6361_7374_0001L; // "abcast", 1

    /**
     * Longest frame, its length field not counted; a longer one closes the connection. A server takes
     * shorter ones only and answers the others TOO_LARGE.
     */
    public static final int FRAME_BYTES_MAX = 64 << 20;

    /** Longest error text. */
    public static final int TEXT_BYTES_MAX = 512;

    /** Bytes of id and code, the shortest frame. */
    public static final int HEAD_BYTES = 9;

    private ClientFrames() {}

    /** Writes length, id and code; {@code bodyBytes} bytes must follow. */
    public static void head(ByteBuf out, long id, byte code, int bodyBytes) {
        out.writeInt(HEAD_BYTES + bodyBytes);
        out.writeLong(id);
        out.writeByte(code);
    }

    /** Writes a frame whose body is a text, cut at {@link #TEXT_BYTES_MAX}. */
    public static void text(ByteBuf out, long id, byte code, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(bytes.length, TEXT_BYTES_MAX);
        head(out, id, code, length);
        out.writeBytes(bytes, 0, length);
    }
}
