package io.abcast.dissemination.cooper.code;

import io.abcast.dissemination.cooper.SeededBits;
import java.util.Arrays;

/**
 * Incremental Gauss-Jordan elimination of the coefficient vectors of received coded blocks. The object holds a basis of
 * the vectors' span in reduced row echelon form.
 *
 * <p>If tracking is on, each eliminated row also records how it is combined from the received vectors. At full rank the
 * eliminated rows are the unit vectors, and the recorded factors form the inverse matrix. At full rank, source block i
 * is the sum, over all j, of {@code combination(i)[j]} times the received block j.
 */
public final class Elimination {
    private final FieldKernel kernel;
    private final int k;
    private final int width;

    /**
     * Rows of k coefficients and, if tracking is on, the factor of each received vector; in order of arrival until the
     * rank is k.
     */
    private final byte[][] rows;

    private final int[] pivotOfRow;
    private final byte[] factors;
    private final byte[] row;
    private final byte[] sum;
    private int rank;

    /**
     * Creates an elimination without vectors (rank 0).
     *
     * @param k number of blocks in the batch, at least 1
     */
    public Elimination(FieldKernel kernel, int k, boolean tracking) {
        this.kernel = kernel;
        this.k = k;
        this.width = tracking ? 2 * k : k;
        this.rows = new byte[k][];
        this.pivotOfRow = new int[k];
        this.factors = new byte[k];
        this.row = new byte[width];
        this.sum = new byte[width];
    }

    public int rank() {
        return rank;
    }

    public boolean full() {
        return rank == k;
    }

    /**
     * Adds the coefficient vector of a received row.
     *
     * @param coefficients at least one coefficient for each block of the batch; this {@code Elimination} does not keep
     *     the array
     * @return whether the added vector is independent of the earlier vectors. An independent vector gets the index
     *     {@code rank() - 1}
     */
    public boolean add(byte[] coefficients) {
        int pivot = reduce(coefficients);
        if (pivot == k) return false;
        byte[] fresh = new byte[width];
        kernel.addScaled(fresh, 0, row, 0, width, Gf256.inverse(row[pivot]));
        for (int i = 0; i < rank; i++)
            kernel.addScaled(rows[i], 0, fresh, 0, width, rows[i][pivot] & 0xff);
        rows[rank] = fresh;
        pivotOfRow[rank] = pivot;
        rank++;
        return true;
    }

    /**
     * Whether the vector {@code coefficients} is linearly independent of all vectors that {@link #add} has accepted.
     */
    public boolean isNew(byte[] coefficients) {
        return reduce(coefficients) < k;
    }

    /**
     * Whether {@code coefficients} would still be linearly independent after {@link #add} had accepted all vectors in
     * {@code coming}.
     */
    public boolean isNew(byte[] coefficients, Iterable<byte[]> coming) {
        Elimination rest = new Elimination(kernel, k, false);
        for (byte[] next : coming) if (reduce(next) < k) rest.add(row);
        return reduce(coefficients) < k && rest.isNew(row);
    }

    /**
     * Leaves the remainder in {@code row}; returns the index of its first non-zero coefficient, or their number if it
     * is 0.
     */
    private int reduce(byte[] coefficients) {
        if (full()) return k;
        System.arraycopy(coefficients, 0, row, 0, k);
        Arrays.fill(row, k, width, (byte) 0);
        if (width > k) row[k + rank] = 1;
        for (int i = 0; i < rank; i++) factors[i] = row[pivotOfRow[i]];
        kernel.combine(sum, 0, rows, 0, width, factors, rank);
        for (int i = 0; i < width; i++) row[i] ^= sum[i];
        int pivot = 0;
        while (pivot < k && row[pivot] == 0) pivot++;
        return pivot;
    }

    /**
     * Draws a uniformly random vector from the span of the received vectors, and writes its coefficients into {@code
     * to}.
     */
    public void draw(SeededBits bits, byte[] to) {
        if (full()) {
            bits.nextBytes(to, k);
            return;
        }
        bits.nextBytes(factors, rank);
        kernel.combine(to, 0, rows, 0, k, factors, rank);
    }

    /**
     * Returns, for each received vector, its factor in the sum that gives source block {@code index}. Requires that the
     * rank is k and tracking is on.
     *
     * @param to array into which the method writes the factors, one for each received vector
     */
    public void combination(int index, byte[] to) {
        assert full() && width > k : "rank " + rank + " of " + k + ", width " + width;
        for (int i = 0; i < k; i++) {
            if (pivotOfRow[i] != index) continue;
            System.arraycopy(rows[i], k, to, 0, k);
            return;
        }
        throw new AssertionError("no row for block " + index);
    }
}
