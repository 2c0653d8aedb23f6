package io.abcast.dissemination.cooper.code;

import io.abcast.dissemination.cooper.SeededBits;
import java.util.Arrays;

/**
 * The space that the coefficient vectors known so far span, in reduced row echelon form. Every vector is eliminated
 * when it arrives, so the rank is always exact, and no elimination is left for the end. This class does not use the
 * bytes of the blocks.
 *
 * <p>If tracking is on, each row also records how it is combined from the arrivals. At full rank the rows are the unit
 * vectors, and the records form the inverse matrix: source block i is the sum of {@code combination(i)[j]} times
 * arrival j.
 */
public final class Elimination {
    private final FieldKernel kernel;
    private final int k;
    private final int width;

    /**
     * Each row has coefficients, followed by the factor of each arrival if tracking is on. Rows are in order of arrival
     * until the rank is full.
     */
    private final byte[][] rows;

    private final int[] pivotOfRow;
    private final byte[] factors;
    private final byte[] row;
    private final byte[] sum;
    private int rank;

    /**
     * Creates an empty space.
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
     * Adds the coefficients of an arrival.
     *
     * @param coefficients at least k coefficients; this object does not keep the array
     * @return whether the arrival is independent of the earlier arrivals. If so, it is arrival number {@code rank() -
     *     1}
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

    /** Whether {@link #add} would accept the coefficients. */
    public boolean isNew(byte[] coefficients) {
        return reduce(coefficients) < k;
    }

    /**
     * Whether {@link #add} would still accept the coefficients after the vectors in {@code coming} have arrived. Each
     * vector is first reduced by the known rows, and then the remainders are compared. So the cost is one reduction per
     * vector, whatever the rank is.
     */
    public boolean isNew(byte[] coefficients, Iterable<byte[]> coming) {
        Elimination rest = new Elimination(kernel, k, false);
        for (byte[] next : coming) if (reduce(next) < k) rest.add(row);
        return reduce(coefficients) < k && rest.isNew(row);
    }

    /**
     * Reduces the coefficients by the known rows, and leaves the remainder in {@code row}. Returns the index of the
     * first non-zero coefficient of the remainder; k if the remainder is 0.
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

    /** Draws a uniformly random element of the space, and writes its k coefficients into {@code to}. */
    public void draw(SeededBits bits, byte[] to) {
        if (full()) {
            bits.nextBytes(to, k);
            return;
        }
        bits.nextBytes(factors, rank);
        kernel.combine(to, 0, rows, 0, k, factors, rank);
    }

    /**
     * Returns the factor of each arrival in source block {@code index}. Requires full rank and tracking.
     *
     * @param to array that receives k bytes
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
