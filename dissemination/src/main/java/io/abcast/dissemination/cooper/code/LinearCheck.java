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

    private static final int LANES = BYTES / Long.BYTES;
    private static final long HIGH_BITS = 0x8080808080808080L;

    private LinearCheck() {}

    /** The check of {@code length} bytes, as if zeros filled up the last column. */
    public static byte[] of(byte[] block, int offset, int length) {
        long[] sums = new long[LANES];
        int whole = length / BYTES * BYTES;
        for (int at = 0; at < whole; at += BYTES)
            for (int lane = 0; lane < LANES; lane++)
                sums[lane] =
                        doubled(sums[lane])
                                ^ (long) LONGS.get(block, offset + at + lane * Long.BYTES);
        if (whole < length) {
            byte[] last = new byte[BYTES];
            System.arraycopy(block, offset + whole, last, 0, length - whole);
            for (int lane = 0; lane < LANES; lane++)
                sums[lane] = doubled(sums[lane]) ^ (long) LONGS.get(last, lane * Long.BYTES);
        }
        byte[] check = new byte[BYTES];
        for (int lane = 0; lane < LANES; lane++) LONGS.set(check, lane * Long.BYTES, sums[lane]);
        return check;
    }

    private static long doubled(long x) {
        long high = x & HIGH_BITS;
        long carry = high >>> 7;
        return ((x ^ high) << 1) ^ carry ^ (carry << 2) ^ (carry << 3) ^ (carry << 4);
    }
}
