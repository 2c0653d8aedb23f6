package io.abcast.server;

import io.abcast.client.wire.Command;
import io.abcast.kernel.SplitMix64;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;

/**
 * A 64-bit digest of a store's state: all keys with their versions and values, and the sessions in their order.
 * Replicas with equal states have equal digests, whether they reached the state by log or by snapshot. The digest is
 * not cryptographic. A replica computes the digest only on request, in about one second per gigabyte of state.
 */
final class StateDigest {
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int LANES = 4;

    /** Number of bytes at each end of a value on which the version of an existing key depends. */
    private static final int VALUE_END_BYTES = 64;

    private static final long PRIME_1 = 0x9E3779B185EBCA87L;
    private static final long PRIME_2 = 0xC2B2AE3D27D4EB4FL;

    private StateDigest() {}

    static long of(KeyTable table, List<Map.Entry<Long, Sessions.Last>> sessions) {
        long[] sum = new long[1];
        table.forEach((key, item) -> sum[0] += of(key, item));
        long hash = sum[0];
        for (Map.Entry<Long, Sessions.Last> entry : sessions) hash = add(hash, entry);
        return SplitMix64.mix(hash);
    }

    /**
     * Returns the version that a write gives to its key in a store without a total order. A version is a number from 1
     * on that depends only on the writes of its key. Successive versions of a key are equal only with probability
     * 2^-63.
     *
     * <p>If a write creates its key, the version covers all bytes of the command. For an existing key, the version
     * covers the previous version, the command up to its value, and both ends of the new value. The whole value is not
     * covered, because reading a value of 1 KiB took a fifth of the event loop's time. A version can occur again if an
     * equal command creates the key after its deletion.
     *
     * @param before the version of the key before the write; 0 if the key did not exist
     */
    static long version(long before, Command command) {
        byte[] bytes = command.bytes();
        int head = command.valueOffset() + VALUE_END_BYTES;
        int tail = bytes.length - VALUE_END_BYTES;
        long hash = SplitMix64.mix(before * PRIME_2);
        if (before == 0 || head >= tail) hash = add(hash, bytes, 0, bytes.length);
        else hash = add(add(hash, bytes, 0, head), bytes, tail, VALUE_END_BYTES);
        return Math.max(1, SplitMix64.mix(step(hash, bytes.length)) >>> 1);
    }

    private static long of(byte[] key, Item item) {
        long hash = SplitMix64.mix(item.version() * PRIME_2);
        hash = add(hash, key, 0, key.length);
        return SplitMix64.mix(add(hash, item.bytes(), item.offset(), item.length()));
    }

    private static long add(long hash, Map.Entry<Long, Sessions.Last> entry) {
        Sessions.Last last = entry.getValue();
        WriteResult result = last.result();
        long head = step(step(hash, entry.getKey()), last.sequence());
        return step(
                step(step(head, result.code().code()), result.zxid()),
                SplitMix64.mix(result.version()));
    }

    private static long add(long before, byte[] bytes, int offset, int length) {
        long hash = before;
        int end = offset + length;
        int i = offset;
        if (length >= 2 * LANES * Long.BYTES) {
            // Four independent partial sums, which the processor can compute in parallel.
            long second = PRIME_1;
            long third = PRIME_2;
            long fourth = length;
            for (; i <= end - LANES * Long.BYTES; i += LANES * Long.BYTES) {
                hash = step(hash, (long) LONG.get(bytes, i));
                second = step(second, (long) LONG.get(bytes, i + 8));
                third = step(third, (long) LONG.get(bytes, i + 16));
                fourth = step(fourth, (long) LONG.get(bytes, i + 24));
            }
            hash = step(step(step(hash, second), third), fourth);
        }
        for (; i <= end - Long.BYTES; i += Long.BYTES) hash = step(hash, (long) LONG.get(bytes, i));
        long tail = length;
        for (; i < end; i++) tail = (tail << Byte.SIZE) | (bytes[i] & 0xFF);
        return step(hash, tail);
    }

    private static long step(long hash, long word) {
        return Long.rotateLeft((hash ^ word) * PRIME_1, 31);
    }
}
