package io.abcast.client.wire;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/** The limits and the layout of the frames of the client protocol. */
public final class ClientFrames {
    /**
     * The hello: the first bytes that a client sends. The hello consists of six letters and the version of the
     * protocol.
     */
    public static final long HELLO = 0x6162_6361_7374_0001L; // "abcast", 1

    /**
     * Maximum length of a frame without its length field, in bytes. A longer frame closes the connection. Each server
     * has its own lower limit, and answers TOO_LARGE to frames between the two limits.
     */
    public static final int FRAME_BYTES_MAX = 64 << 20;

    /** Maximum length of an error text, in bytes. */
    public static final int TEXT_BYTES_MAX = 512;

    /** Length of the fields id and code, in bytes. The shortest frame has only these fields. */
    public static final int HEAD_BYTES = 9;

    private ClientFrames() {}

    /**
     * Writes length, id and code of a frame. The caller must then write the body, which has {@code bodyBytes} bytes.
     */
    public static void head(ByteBuf out, long id, byte code, int bodyBytes) {
        out.writeInt(HEAD_BYTES + bodyBytes);
        out.writeLong(id);
        out.writeByte(code);
    }

    /** Writes a frame whose body is a text, which is truncated to {@link #TEXT_BYTES_MAX}. */
    public static void text(ByteBuf out, long id, byte code, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(bytes.length, TEXT_BYTES_MAX);
        head(out, id, code, length);
        out.writeBytes(bytes, 0, length);
    }
}
