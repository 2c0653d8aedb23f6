package io.abcast.bulk;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The format of the frames on a TCP connection for blocks. A frame is a header of four bytes (kind, and length of the
 * content) and the content. A block takes several frames: first a frame with the block's header, and then frames with
 * pieces of the block. Frames with small messages may stand between the frames of a block.
 */
final class TcpFrames {
    static final int HEAD_BYTES = 4;

    static final int HELLO = 1;
    static final int BEAT = 2;
    static final int MESSAGE = 3;
    static final int BLOCK_HEAD = 4;
    static final int BLOCK_PIECE = 5;

    static final int LENGTH_MAX = (1 << 24) - 1;

    static final int HELLO_BYTES = 32;

    static final int BLOCK_HEAD_BYTES = 8 + 4 + 8 + 4 + 4;

    private static final long MAGIC =
            ByteBuffer.wrap("abcastB1".getBytes(StandardCharsets.US_ASCII)).getLong();

    /** @param group identifies the group of members; must be equal at all members */
    record Hello(int id, long incarnation, long group) {
        ByteBuffer frame() {
            ByteBuffer frame = ByteBuffer.allocate(HEAD_BYTES + HELLO_BYTES);
            frame.putInt(head(HELLO, HELLO_BYTES)).putLong(MAGIC).putInt(id).putInt(0);
            return frame.putLong(incarnation).putLong(group).flip();
        }

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
