package io.abcast.partitions.rows;

import io.abcast.kernel.SplitMix64;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** A fast 64-bit hash of byte strings. The hash detects accidental differences; it does not withstand an attacker. */
public final class ByteHash {
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private static final long FACTOR = 0x9E3779B97F4A7C15L;

    private ByteHash() {}

    /** Returns a hash of {@code bytes} that also depends on the hash {@code previous}. */
    public static long of(long previous, byte[] bytes) {
        long hash = previous + bytes.length;
        int at = 0;
        for (; at + 8 <= bytes.length; at += 8) hash = step(hash, (long) LONG.get(bytes, at));
        long rest = 0;
        for (; at < bytes.length; at++) rest = (rest << 8) | (bytes[at] & 0xFF);
        return SplitMix64.mix(step(hash, rest));
    }

    /** Returns a hash of {@code number} that also depends on the hash {@code previous}. */
    public static long of(long previous, long number) {
        return SplitMix64.mix(step(previous, number));
    }

    private static long step(long hash, long word) {
        return Long.rotateLeft((hash ^ word) * FACTOR, 29) + word;
    }
}
