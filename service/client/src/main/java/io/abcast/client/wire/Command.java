package io.abcast.client.wire;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.util.Arrays;

/**
 * A write of one key, as a request contains it and as the total order stores it. The bytes are the operation, the
 * session, the sequence number, the length and the bytes of the key, and the arguments of the operation. A {@code
 * Command} refers to {@code bytes} without a copy.
 *
 * @param op operation of the write: {@link Op#PUT}, {@link Op#DELETE} or {@link Op#CAS}
 * @param session number of the client session; 0 for a write without a session, which servers apply again if a client
 *     repeats it
 * @param sequence sequence number of the write within its session
 * @param expectedVersion for CAS, the version that the key must have; 0 if the key must not exist
 * @param bytes the bytes of the whole write
 * @param keyOffset offset of the start of the key in {@code bytes}, in bytes
 * @param keyBytes length of the key in bytes
 * @param valueOffset start of the value in {@code bytes}; the value ends with {@code bytes}. For CAS the key ends eight
 *     bytes before {@code valueOffset}; for PUT and DELETE the key ends at {@code valueOffset}
 */
public record Command(
        Op op,
        long session,
        long sequence,
        long expectedVersion,
        byte[] bytes,
        int keyOffset,
        int keyBytes,
        int valueOffset) {
    /** Maximum length of a key in bytes. */
    public static final int KEY_BYTES_MAX = 1024;

    public static byte[] put(long session, long sequence, byte[] key, byte[] value) {
        return written(head(Op.PUT, session, sequence, key, value.length).raw(value));
    }

    public static byte[] delete(long session, long sequence, byte[] key) {
        return written(head(Op.DELETE, session, sequence, key, 0));
    }

    public static byte[] cas(long session, long sequence, byte[] key, long expected, byte[] value) {
        return written(
                head(Op.CAS, session, sequence, key, value.length + 8).i64(expected).raw(value));
    }

    private static WireWriter head(Op op, long session, long sequence, byte[] key, int rest) {
        int lengthBytes = key.length < 128 ? 1 : 2;
        return new WireWriter(17 + lengthBytes + key.length + rest)
                .u8(op.code())
                .i64(session)
                .i64(sequence)
                .varint(key.length)
                .raw(key);
    }

    /** Returns the writer's own array if the bytes fill it completely, to avoid a second copy of the value. */
    private static byte[] written(WireWriter command) {
        return command.size() == command.array().length ? command.array() : command.toByteArray();
    }

    /**
     * Parses the bytes of a write of one key.
     *
     * @throws MalformedFrameException if {@code bytes} is not a write
     */
    public static Command parse(byte[] bytes) {
        WireReader reader = new WireReader(bytes);
        Op op = Op.of(reader.u8());
        if (op == null || !op.write() || op.hasManyKeys())
            throw new MalformedFrameException("command: expected PUT, DELETE or CAS, got " + op);
        long session = reader.i64();
        long sequence = reader.i64();
        int keyBytes = reader.count(Integer.MAX_VALUE);
        checkKey(keyBytes);
        int keyOffset = bytes.length - reader.remaining();
        reader.skip(keyBytes);
        long expected = op == Op.CAS ? reader.i64() : 0;
        if (op == Op.DELETE) reader.end();
        int valueOffset = bytes.length - reader.remaining();
        return new Command(
                op, session, sequence, expected, bytes, keyOffset, keyBytes, valueOffset);
    }

    /**
     * Checks the length of a key.
     *
     * @throws MalformedFrameException if {@code keyBytes} is not a valid length of a key
     */
    public static void checkKey(int keyBytes) {
        if (keyBytes < 1 || keyBytes > KEY_BYTES_MAX)
            throw new MalformedFrameException(
                    "key: expected 1.." + KEY_BYTES_MAX + " bytes, got " + keyBytes);
    }

    public byte[] key() {
        return Arrays.copyOfRange(bytes, keyOffset, keyOffset + keyBytes);
    }
}
