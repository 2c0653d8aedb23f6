package io.abcast.dissemination.cooper.code;

import io.abcast.dissemination.cooper.SeededBits;

/**
 * A few random combinations of all rows that a relay holds, updated at each arrival. Recoding from all k blocks costs k
 * multiply-adds per sent byte. Recoding from accumulators costs, for any k, {@code count} multiply-adds per sent byte
 * and {@code count} per received byte. The disadvantage is that the sent rows are from a space of only {@code count}
 * dimensions, which changes only by {@link #absorb}. Therefore the sender absorbs one held block again for each block
 * that it sends, even after the last block has arrived.
 *
 * <p>A row is one array: k coefficients, followed by the block.
 */
public final class Accumulators {
    private final FieldKernel kernel;
    private final byte[][] rows;
    private final byte[] factors;

    /**
     * Creates accumulators.
     *
     * @param count number of accumulators, at least 1
     * @param width bytes per row
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
     * Computes a random combination of the accumulators.
     *
     * @param to array that receives the row
     */
    public void draw(SeededBits bits, byte[] to) {
        for (int i = 0; i < factors.length; i++) factors[i] = (byte) bits.nextNonZero();
        kernel.combine(to, 0, rows, 0, rows[0].length, factors, factors.length);
    }
}
