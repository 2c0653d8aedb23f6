package io.abcast.dissemination.cooper.code.vector;

import io.abcast.dissemination.cooper.code.FieldKernel;
import io.abcast.dissemination.cooper.code.Gf256;
import java.util.Arrays;
import java.util.Objects;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * A kernel that computes products of 16 bytes at once by look-ups in tables of 16 entries (Plank, Greenan and Miller
 * 2013). The kernel uses vectors of 16 bytes although many processors have wider vectors, because all processors have
 * an instruction for a look-up in a table of 16 entries.
 */
public final class VectorKernel implements FieldKernel {
    private static final VectorSpecies<Byte> SPECIES = ByteVector.SPECIES_128;
    private static final int LANES = SPECIES.length();
    private static final int NIBBLES = 16;
    private static final byte LOW_HALF = 0x0f;

    /** A part of this size stays in the processor's first-level cache. */
    private static final int CHUNK_BYTES = 8192;

    /**
     * For each coefficient c: 16 products of c with the low half bytes, repeated to the width of a vector, then with
     * the high half bytes.
     */
    private static final byte[] TABLES = new byte[Gf256.SIZE * 2 * LANES];

    static {
        for (int c = 0; c < Gf256.SIZE; c++) {
            for (int lane = 0; lane < LANES; lane++) {
                int nibble = lane % NIBBLES;
                TABLES[2 * c * LANES + lane] = (byte) Gf256.multiply(c, nibble);
                TABLES[(2 * c + 1) * LANES + lane] = (byte) Gf256.multiply(c, nibble << 4);
            }
        }
    }

    @Override
    public String name() {
        return "vectors of " + SPECIES.vectorBitSize() + " bits";
    }

    @Override
    public void addScaled(
            byte[] to, int toOffset, byte[] from, int fromOffset, int length, int coefficient) {
        Objects.checkFromIndexSize(toOffset, length, to.length);
        Objects.checkFromIndexSize(fromOffset, length, from.length);
        add1(to, toOffset, from, fromOffset, length, coefficient & 0xff);
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
        for (int i = 0; i < count; i++)
            Objects.checkFromIndexSize(fromOffset, length, from[i].length);
        for (int done = 0; done < length; done += CHUNK_BYTES) {
            int bytes = Math.min(CHUNK_BYTES, length - done);
            int at = toOffset + done;
            int source = fromOffset + done;
            Arrays.fill(to, at, at + bytes, (byte) 0);
            int i = 0;
            for (; i + 4 <= count; i += 4) add4(to, at, from, i, source, bytes, coefficients);
            for (; i < count; i++) add1(to, at, from[i], source, bytes, coefficients[i] & 0xff);
        }
    }

    private static void add1(
            byte[] to, int toOffset, byte[] from, int fromOffset, int length, int coefficient) {
        if (coefficient == 0) return;
        ByteVector low = table(2 * coefficient);
        ByteVector high = table(2 * coefficient + 1);
        int vectors = SPECIES.loopBound(length);
        for (int i = 0; i < vectors; i += LANES) {
            ByteVector sum = ByteVector.fromArray(SPECIES, to, toOffset + i);
            ByteVector x = ByteVector.fromArray(SPECIES, from, fromOffset + i);
            sum.lanewise(VectorOperators.XOR, product(x, low, high)).intoArray(to, toOffset + i);
        }
        tail(to, toOffset, from, fromOffset, vectors, length, coefficient);
    }

    private static void add4(
            byte[] to,
            int toOffset,
            byte[][] from,
            int first,
            int fromOffset,
            int length,
            byte[] coefficients) {
        byte[] from0 = from[first];
        byte[] from1 = from[first + 1];
        byte[] from2 = from[first + 2];
        byte[] from3 = from[first + 3];
        int c0 = coefficients[first] & 0xff;
        int c1 = coefficients[first + 1] & 0xff;
        int c2 = coefficients[first + 2] & 0xff;
        int c3 = coefficients[first + 3] & 0xff;
        ByteVector low0 = table(2 * c0);
        ByteVector high0 = table(2 * c0 + 1);
        ByteVector low1 = table(2 * c1);
        ByteVector high1 = table(2 * c1 + 1);
        ByteVector low2 = table(2 * c2);
        ByteVector high2 = table(2 * c2 + 1);
        ByteVector low3 = table(2 * c3);
        ByteVector high3 = table(2 * c3 + 1);
        int vectors = SPECIES.loopBound(length);
        for (int i = 0; i < vectors; i += LANES) {
            ByteVector x0 = ByteVector.fromArray(SPECIES, from0, fromOffset + i);
            ByteVector x1 = ByteVector.fromArray(SPECIES, from1, fromOffset + i);
            ByteVector x2 = ByteVector.fromArray(SPECIES, from2, fromOffset + i);
            ByteVector x3 = ByteVector.fromArray(SPECIES, from3, fromOffset + i);
            ByteVector one =
                    product(x0, low0, high0)
                            .lanewise(VectorOperators.XOR, product(x1, low1, high1));
            ByteVector two =
                    product(x2, low2, high2)
                            .lanewise(VectorOperators.XOR, product(x3, low3, high3));
            ByteVector.fromArray(SPECIES, to, toOffset + i)
                    .lanewise(VectorOperators.XOR, one)
                    .lanewise(VectorOperators.XOR, two)
                    .intoArray(to, toOffset + i);
        }
        tail(to, toOffset, from0, fromOffset, vectors, length, c0);
        tail(to, toOffset, from1, fromOffset, vectors, length, c1);
        tail(to, toOffset, from2, fromOffset, vectors, length, c2);
        tail(to, toOffset, from3, fromOffset, vectors, length, c3);
    }

    private static ByteVector product(ByteVector x, ByteVector low, ByteVector high) {
        ByteVector lowHalves = x.and(LOW_HALF);
        // Processors cannot shift the single bytes of vectors. The kernel therefore shifts longs by
        // one instruction, and a mask removes the bits that come from the next byte.
        ByteVector highHalves =
                x.reinterpretAsLongs()
                        .lanewise(VectorOperators.LSHR, 4)
                        .reinterpretAsBytes()
                        .and(LOW_HALF);
        return lowHalves.selectFrom(low).lanewise(VectorOperators.XOR, highHalves.selectFrom(high));
    }

    private static ByteVector table(int number) {
        return ByteVector.fromArray(SPECIES, TABLES, number * LANES);
    }

    private static void tail(
            byte[] to,
            int toOffset,
            byte[] from,
            int fromOffset,
            int first,
            int length,
            int coefficient) {
        for (int i = first; i < length; i++)
            to[toOffset + i] ^= (byte) Gf256.multiply(coefficient, from[fromOffset + i]);
    }
}
