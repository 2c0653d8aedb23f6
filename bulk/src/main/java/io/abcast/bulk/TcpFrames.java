package io.abcast.bulk;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * What travels on a connection: a word of four bytes, kind and length, and so many bytes. A block begins with its head; its bytes
 * follow in pieces, between which small messages may go.
 */
final class TcpFrames {
    static final int HEAD_BYTES = 4;

    static final int HELLO = 1;
    static final int BEAT = 2;
    static final int MESSAGE = 3;
    static final int BLOCK_HEAD = 4;
    static final int BLOCK_PIECE = 5;

    /** The length has three bytes. */
    static final int LENGTH_MAX = (1 << 24) - 1;

    static final int HELLO_BYTES = 32;

    /** number, batch, round, run, bytes of the row. */
    static final int BLOCK_HEAD_BYTES = 8 + 4 + 8 + 4 + 4;

    private static final long MAGIC =
            ByteBuffer.wrap("abcastB1".getBytes(StandardCharsets.US_ASCII)).getLong();

    /**
     * Who opens a connection.
     *
     * @param incarnation another one for each start
     * @param group what all members must agree on
     */
    record Hello(int id, long incarnation, long group) {
        ByteBuffer frame() {
            ByteBuffer frame = ByteBuffer.allocate(HEAD_BYTES + HELLO_BYTES);
            frame.putInt(head(HELLO, HELLO_BYTES)).putLong(MAGIC).putInt(id).putInt(0);
            return frame.putLong(incarnation).putLong(group).flip();
        }

        /** Null for what is none. */
        static Hello of(byte[] bytes) {
            ByteBuffer from = ByteBuffer.wrap(bytes);
            if (bytes.length != HELLO_BYTES || from.getLong() != MAGIC) return null;
            int id = from.getInt();
            from.getInt();
            return new Hello(id, from.getLong(), from.getLong());
        }
    }

    private TcpFrames() {}

    static int head(int kind, int length) {
        return kind << 24 | length;
    }

    static int kind(int head) {
        return head >>> 24;
    }

    static int length(int head) {
        return head & LENGTH_MAX;
    }

    static ByteBuffer message(int kind, byte[] message) {
        ByteBuffer frame = ByteBuffer.allocate(HEAD_BYTES + message.length);
        return frame.putInt(head(kind, message.length)).put(message).flip();
    }
}
