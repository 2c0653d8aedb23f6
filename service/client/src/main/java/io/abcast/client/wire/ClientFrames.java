package io.abcast.client.wire;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/** The limits and the layout of the frames of the client protocol. */
public final class ClientFrames {
    /** The hello: the first bytes that a client sends on a connection, with the version of the client protocol. */
    public static final long HELLO = 0x6162_6361_7374_0001L; // the letters "abcast", version 1

    /**
     * Maximum length in bytes of a frame without its length field. A server closes a connection that announces a longer
     * frame, and answers TOO_LARGE above a lower limit of its own.
     */
    public static final int FRAME_BYTES_MAX = 64 << 20;

    /** Maximum length in bytes of an error text in a reply. */
    public static final int TEXT_BYTES_MAX = 512;

    /** Length in bytes of the fields id and code of a frame, which is also the length of the shortest frame. */
    public static final int HEAD_BYTES = 9;

    private ClientFrames() {}

    /**
     * Writes the length, the id and the code of a frame; the caller must then write exactly {@code bodyBytes} bytes to
     * {@code out}.
     */
    public static void head(ByteBuf out, long id, byte code, int bodyBytes) {
        out.writeInt(HEAD_BYTES + bodyBytes);
        out.writeLong(id);
        out.writeByte(code);
    }

    /** Writes a frame whose body is a text, and truncates the text to {@link #TEXT_BYTES_MAX} bytes. */
    public static void text(ByteBuf out, long id, byte code, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(bytes.length, TEXT_BYTES_MAX);
        head(out, id, code, length);
        out.writeBytes(bytes, 0, length);
    }
}
