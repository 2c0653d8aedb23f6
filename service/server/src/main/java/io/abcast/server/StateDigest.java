package io.abcast.server;

import io.abcast.kernel.SplitMix64;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;

/**
 * A 64-bit digest of a state: all keys with their versions and values, and the sessions in their order. Replicas with
 * the same state have the same digest, whether they reached the state by log or by snapshot. A version depends on the
 * order of the writes, so the same values written in another order give a different state. The digest is not
 * cryptographic. It is computed only on request, so that it does not slow down writes, and takes about a second per
 * gigabyte.
 */
final class StateDigest {
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int LANES = 4;
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
     * The version that a write gives to its key where members count writes differently: a number that depends only on
     * the writes of this key, at least 1. It differs from the version before, except with probability 2^-63.
     *
     * @param before the version before the write; 0 if the key did not exist
     */
    static long version(long before, byte[] command) {
        long hash = add(SplitMix64.mix(before * PRIME_2), command, 0, command.length);
        return Math.max(1, SplitMix64.mix(hash) >>> 1);
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
            // The steps of one lane wait for each other, those of four lanes do not.
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
