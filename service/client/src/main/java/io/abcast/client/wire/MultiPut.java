package io.abcast.client.wire;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.util.List;

/**
 * A write of one value under several keys, as a request contains it and as the total order stores it. The bytes are the
 * operation {@link Op#PUTS} or {@link Op#APPENDS}, the session, the sequence number, the number of keys, the keys with
 * their lengths, and the value. A {@code MultiPut} refers to {@code bytes} without a copy.
 *
 * @param session number of the client session; 0 for a write without a session, which servers apply again if a client
 *     repeats it
 * @param sequence sequence number of the write within its session
 * @param bytes the bytes of the whole write
 * @param keyOffsets offset of the start of each key in {@code bytes}, in bytes
 * @param keyBytes length of each key in bytes
 * @param valueOffset start of the value in {@code bytes}; the value ends with {@code bytes}
 */
public record MultiPut(
        long session,
        long sequence,
        byte[] bytes,
        int[] keyOffsets,
        int[] keyBytes,
        int valueOffset) {
    /** Maximum number of keys in one write of several keys. */
    public static final int KEYS_MAX = 4096;

    /** Encodes a write of several keys with the operation {@link Op#PUTS}. */
    public static byte[] encode(long session, long sequence, List<byte[]> keys, byte[] value) {
        return encode(Op.PUTS, session, sequence, keys, value);
    }

    /** Encodes a write of several keys with the operation {@code op}. */
    public static byte[] encode(
            Op op, long session, long sequence, List<byte[]> keys, byte[] value) {
        WireWriter out = new WireWriter(32 + value.length);
        out.u8(op.code()).i64(session).i64(sequence).varint(keys.size());
        for (byte[] key : keys) out.bytes(key);
        return out.raw(value).toByteArray();
    }

    /**
     * Parses the bytes of a write of several keys.
     *
     * @throws MalformedFrameException if {@code bytes} is not a write of several keys, has no key, or has more than
     *     {@link #KEYS_MAX} keys
     */
    public static MultiPut parse(byte[] bytes) {
        WireReader reader = new WireReader(bytes);
        int code = reader.u8();
        Op op = Op.of(code);
        if (op == null || !op.hasManyKeys())
            throw new MalformedFrameException(
                    "command: expected PUTS or APPENDS, got code " + code);
        long session = reader.i64();
        long sequence = reader.i64();
        int count = reader.count(Math.min(KEYS_MAX, reader.remaining()));
        if (count == 0)
            throw new MalformedFrameException("keys: expected 1.." + KEYS_MAX + ", got none");
        int[] offsets = new int[count];
        int[] lengths = new int[count];
        for (int i = 0; i < count; i++) {
            lengths[i] = reader.count(Integer.MAX_VALUE);
            Command.checkKey(lengths[i]);
            offsets[i] = bytes.length - reader.remaining();
            reader.skip(lengths[i]);
        }
        return new MultiPut(
                session, sequence, bytes, offsets, lengths, bytes.length - reader.remaining());
    }

    /** Number of keys of this write. */
    public int keys() {
        return keyOffsets.length;
    }

    /** Returns the number of the partition of this write's key with index {@code i}. */
    public int partition(int i, int partitions) {
        return KeyPartitions.of(bytes, keyOffsets[i], keyBytes[i], partitions);
    }
}
