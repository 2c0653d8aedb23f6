package io.abcast.dissemination.cooper.code;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A checksum of {@value #BYTES} bytes over a block. The checksum is linear over {@link Gf256}: the checksum of a
 * combination of blocks equals the combination of the blocks' checksums with equal coefficients. Because of the
 * checksum, a receiver can check each coded block on arrival, and knows which member sent a bad block.
 *
 * <p>Random bytes pass the check only with probability 2^-512. The checksum does not protect against a malicious
 * sender.
 */
public final class LinearCheck {
    public static final int BYTES = 64;

    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int LANES = BYTES / Long.BYTES;
    private static final long HIGH_BITS = 0x8080808080808080L;

    private LinearCheck() {}

    /** Computes the checksum of {@code length} bytes, as if the block were extended by zeros to full columns. */
    public static byte[] of(byte[] block, int offset, int length) {
        long[] sums = sums(block, offset, length);
        byte[] check = new byte[BYTES];
        for (int lane = 0; lane < LANES; lane++) LONGS.set(check, lane * Long.BYTES, sums[lane]);
        return check;
    }

    /**
     * Whether {@code check} is the checksum of {@code length} bytes of {@code block}. {@code agrees} avoids {@link
     * java.util.Arrays#equals(byte[], byte[])} because of an error in a compiler. When C2 of JDK 17.0.15 had compiled
     * {@code Arrays.equals}, the method sometimes returned false for equal bytes if one of the arrays had just been
     * written as longs.
     */
    public static boolean agrees(byte[] check, byte[] block, int offset, int length) {
        long[] sums = sums(block, offset, length);
        long differing = 0;
        for (int lane = 0; lane < LANES; lane++) differing |= sums[lane] ^ word(check, 0, lane);
        return differing == 0;
    }

    /**
     * Each group of eight columns has its own local variable, which stays in a register; an array would cost a load and
     * a store.
     */
    private static long[] sums(byte[] block, int offset, int length) {
        int end = offset + length / BYTES * BYTES;
        long a = 0;
        long b = 0;
        long c = 0;
        long d = 0;
        long e = 0;
        long f = 0;
        long g = 0;
        long h = 0;
        for (int at = offset; at < end; at += BYTES) {
            a = doubled(a) ^ word(block, at, 0);
            b = doubled(b) ^ word(block, at, 1);
            c = doubled(c) ^ word(block, at, 2);
            d = doubled(d) ^ word(block, at, 3);
            e = doubled(e) ^ word(block, at, 4);
            f = doubled(f) ^ word(block, at, 5);
            g = doubled(g) ^ word(block, at, 6);
            h = doubled(h) ^ word(block, at, 7);
        }
        long[] sums = {a, b, c, d, e, f, g, h};
        if (end < offset + length) addLast(sums, block, end, offset + length);
        return sums;
    }

    private static void addLast(long[] sums, byte[] block, int from, int end) {
        for (int lane = 0; lane < LANES; lane++) sums[lane] = doubled(sums[lane]);
        for (int at = from; at < end; at++) {
            int in = at - from;
            sums[in / Long.BYTES] ^= (block[at] & 0xffL) << (Byte.SIZE * (in % Long.BYTES));
        }
    }

    private static long word(byte[] from, int at, int lane) {
        return (long) LONGS.get(from, at + lane * Long.BYTES);
    }

    private static long doubled(long x) {
        long high = x & HIGH_BITS;
        long carry = high >>> 7;
        return ((x ^ high) << 1) ^ carry ^ (carry << 2) ^ (carry << 3) ^ (carry << 4);
    }
}
