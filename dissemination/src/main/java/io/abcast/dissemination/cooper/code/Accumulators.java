package io.abcast.dissemination.cooper.code;

import io.abcast.dissemination.cooper.SeededBits;

/**
 * A few random combinations (accumulators) of all rows that a node holds, from which the node computes new coded
 * blocks. With accumulators, each sent byte and each received byte cost {@code count} multiply-adds, for any number of
 * blocks. The disadvantage of accumulators: between two calls of {@link #absorb}, all drawn rows lie in a space of only
 * {@code count} dimensions. A node therefore calls {@code absorb} again, with one of its rows, for each block that it
 * sends.
 *
 * <p>A row is one array: one coefficient per block of the batch, followed by the bytes of the coded block.
 */
public final class Accumulators {
    private final FieldKernel kernel;
    private final byte[][] rows;
    private final byte[] factors;

    /**
     * Creates accumulators.
     *
     * @param count number of accumulators (random combinations of rows), at least 1
     * @param width number of bytes per row: coefficients and block
     */
    public Accumulators(FieldKernel kernel, int count, int width) {
        if (count < 1)
            throw new IllegalArgumentException("count: expected at least 1, got " + count);
        this.kernel = kernel;
        this.rows = new byte[count][width];
        this.factors = new byte[count];
    }

    /** Adds a random multiple of a row to each accumulator. */
    public void absorb(SeededBits bits, byte[] row) {
        for (byte[] sum : rows) kernel.addScaled(sum, 0, row, 0, sum.length, bits.nextNonZero());
    }

    /**
     * Computes a coded row as a random combination of the accumulators.
     *
     * @param to array that receives the random combination: the coefficients, then the bytes of the coded block
     */
    public void draw(SeededBits bits, byte[] to) {
        for (int i = 0; i < factors.length; i++) factors[i] = (byte) bits.nextNonZero();
        kernel.combine(to, 0, rows, 0, rows[0].length, factors, factors.length);
    }
}
