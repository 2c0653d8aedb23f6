package io.abcast.dissemination.cooper.code;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A sum of {@value #BYTES} bytes over a block, linear over {@link Gf256}: the check of a combination is that combination of the
 * checks. So a coded block is checked when it arrives, before anything is recoded from it, and who sent a bad one is known.
 *
 * <p>It is a polynomial in x at each of the {@value #BYTES} columns. It finds every change of one byte and, but for one in 2^512, random
 * garbage. It is no protection from one who means harm: such a block is found by its digest, after decoding.
 */
public final class LinearCheck {
    public static final int BYTES = 64;

    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long HIGH_BITS = 0x8080808080808080L;

    private LinearCheck() {}

    /** The check of {@code length} bytes, as if zeros filled up the last column. */
    public static byte[] of(byte[] block, int offset, int length) {
        byte[] check = new byte[BYTES];
        int whole = length / BYTES * BYTES;
        addColumns(check, block, offset, whole);
        if (whole < length) {
            byte[] last = new byte[BYTES];
            System.arraycopy(block, offset + whole, last, 0, length - whole);
            addColumns(check, last, 0, BYTES);
        }
        return check;
    }

    /**
     * Eight sums in registers: in an array each would be loaded and stored once for every eight bytes, and C2 of JDK 17.0.15 compiled that
     * loop, once in a while, to one that gave other sums.
     */
    private static void addColumns(byte[] check, byte[] from, int offset, int length) {
        long a = word(check, 0, 0);
        long b = word(check, 0, 1);
        long c = word(check, 0, 2);
        long d = word(check, 0, 3);
        long e = word(check, 0, 4);
        long f = word(check, 0, 5);
        long g = word(check, 0, 6);
        long h = word(check, 0, 7);
        for (int at = offset; at < offset + length; at += BYTES) {
            a = doubled(a) ^ word(from, at, 0);
            b = doubled(b) ^ word(from, at, 1);
            c = doubled(c) ^ word(from, at, 2);
            d = doubled(d) ^ word(from, at, 3);
            e = doubled(e) ^ word(from, at, 4);
            f = doubled(f) ^ word(from, at, 5);
            g = doubled(g) ^ word(from, at, 6);
            h = doubled(h) ^ word(from, at, 7);
        }
        long[] sums = {a, b, c, d, e, f, g, h};
        for (int lane = 0; lane < sums.length; lane++)
            LONGS.set(check, lane * Long.BYTES, sums[lane]);
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
