package io.abcast.dissemination.cooper.code;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Objects;

/**
 * A kernel that computes with eight bytes at once in each long. The kernel needs no tables of products and only the API
 * of Java 17. The kernel computes a sum of products c_i x_i of coefficients c_i and source blocks x_i separately for
 * each bit b of the coefficients:
 *
 * <pre>
 *     sum of c_i x_i = p_0 + 2 (p_1 + 2 (p_2 + ...)),   p_b = sum of those x_i whose c_i has bit b
 * </pre>
 *
 * Each source block x_i therefore needs only exclusive ors, four on average. The kernel computes the seven doublings
 * (products with x) once per sum, for any number of source blocks. The kernel's loops run over arrays of longs that fit
 * into the processor's first-level cache. JIT compilers turn the kernel's loops into vector instructions.
 */
public final class LongLanesKernel implements FieldKernel {
    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int BITS = 8;

    /** Nine temporary arrays of 256 longs fit into the processor's first-level cache. */
    private static final int CHUNK_LONGS = 256;

    private static final long HIGH_BITS = 0x8080808080808080L;

    private final long[][] planes = new long[BITS][CHUNK_LONGS];
    private final long[] source = new long[CHUNK_LONGS];
    private final byte[][] one = new byte[1][];
    private final byte[] factor = new byte[1];

    @Override
    public String name() {
        return "long lanes";
    }

    @Override
    public void addScaled(
            byte[] to, int toOffset, byte[] from, int fromOffset, int length, int coefficient) {
        Objects.checkFromIndexSize(toOffset, length, to.length);
        one[0] = from;
        factor[0] = (byte) coefficient;
        sum(to, toOffset, one, fromOffset, length, factor, 1, true);
        one[0] = null;
    }

    @Override
    public void combine(
            byte[] to,
            int toOffset,
            byte[][] from,
            int fromOffset,
            int length,
            byte[] coefficients,
            int count) {
        Objects.checkFromIndexSize(toOffset, length, to.length);
        sum(to, toOffset, from, fromOffset, length, coefficients, count, false);
    }

    private void sum(
            byte[] to,
            int toOffset,
            byte[][] from,
            int fromOffset,
            int length,
            byte[] coefficients,
            int count,
            boolean add) {
        for (int i = 0; i < count; i++)
            Objects.checkFromIndexSize(fromOffset, length, from[i].length);
        for (int done = 0; done < length; done += CHUNK_LONGS * Long.BYTES) {
            int bytes = Math.min(length - done, CHUNK_LONGS * Long.BYTES);
            int longs = (bytes + Long.BYTES - 1) / Long.BYTES;
            for (long[] plane : planes) Arrays.fill(plane, 0, longs, 0);
            for (int i = 0; i < count; i++) {
                int coefficient = coefficients[i] & 0xff;
                if (coefficient == 0) continue;
                load(from[i], fromOffset + done, bytes, source);
                for (int bit = 0; bit < BITS; bit++)
                    if (((coefficient >>> bit) & 1) != 0) xor(planes[bit], source, longs);
            }
            for (int bit = BITS - 1; bit > 0; bit--)
                addDoubled(planes[bit - 1], planes[bit], longs);
            if (add) {
                load(to, toOffset + done, bytes, source);
                xor(planes[0], source, longs);
            }
            store(planes[0], to, toOffset + done, bytes);
        }
    }

    private static void xor(long[] to, long[] from, int longs) {
        for (int i = 0; i < longs; i++) to[i] ^= from[i];
    }

    private static void addDoubled(long[] to, long[] from, int longs) {
        for (int i = 0; i < longs; i++) {
            long x = from[i];
            long high = x & HIGH_BITS;
            long carry = high >>> 7;
            // The reduction constant 0x1d of the field GF(2^8) has the bits 0, 2, 3 and 4.
            long reduction = carry ^ (carry << 2) ^ (carry << 3) ^ (carry << 4);
            to[i] ^= ((x ^ high) << 1) ^ reduction;
        }
    }

    private static void load(byte[] from, int offset, int bytes, long[] to) {
        int whole = bytes / Long.BYTES;
        for (int i = 0; i < whole; i++) to[i] = (long) LONGS.get(from, offset + i * Long.BYTES);
        if (whole * Long.BYTES == bytes) return;
        long last = 0;
        for (int i = whole * Long.BYTES; i < bytes; i++)
            last |= (from[offset + i] & 0xffL) << (8 * (i & 7));
        to[whole] = last;
    }

    private static void store(long[] from, byte[] to, int offset, int bytes) {
        int whole = bytes / Long.BYTES;
        for (int i = 0; i < whole; i++) LONGS.set(to, offset + i * Long.BYTES, from[i]);
        for (int i = whole * Long.BYTES; i < bytes; i++)
            to[offset + i] = (byte) (from[whole] >>> (8 * (i & 7)));
    }
}
