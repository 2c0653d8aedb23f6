package io.abcast.dissemination.cooper.code;

import io.abcast.dissemination.cooper.SeededBits;
import java.util.Arrays;

/**
 * What is known so far, as a space of coefficient vectors in reduced row echelon form: every arrival is eliminated at once, so
 * the rank is exact at any time, and nothing is left to do in the end. Bytes of blocks are not touched here.
 *
 * <p>With tracking, each row also remembers how it is made of the arrivals. At full rank the rows are the unit vectors and what they
 * remember is the inverse: source block i is the sum of {@code combination(i)[j]} times arrival j.
 */
public final class Elimination {
    private final FieldKernel kernel;
    private final int k;
    private final int width;

    /** Coefficients, then with tracking the share of each arrival. Rows in order of arrival until they are full. */
    private final byte[][] rows;

    private final int[] pivotOfRow;
    private final byte[] factors;
    private final byte[] row;
    private final byte[] sum;
    private int rank;

    /** @param k blocks of the batch, at least 1 */
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
     * Takes what an arrival is made of.
     *
     * @param coefficients at least k, kept by the caller
     * @return whether it told anything new; it then counts as arrival number {@code rank() - 1}
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

    /** Whether {@link #add} would take it. */
    public boolean isNew(byte[] coefficients) {
        return reduce(coefficients) < k;
    }

    /**
     * Whether {@link #add} would still take it after others that are on their way. What the known leaves of each of them decides, so the
     * cost is a reduction for each, whatever the rank.
     */
    public boolean isNew(byte[] coefficients, Iterable<byte[]> coming) {
        Elimination rest = new Elimination(kernel, k, false);
        for (byte[] next : coming) if (reduce(next) < k) rest.add(row);
        return reduce(coefficients) < k && rest.isNew(row);
    }

    /** Leaves in {@code row} what the known does not explain, and returns its first place; k if nothing is left. */
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

    /** A uniformly random member of the space, as coefficients: {@code to} takes k bytes. */
    public void draw(SeededBits bits, byte[] to) {
        if (full()) {
            bits.nextBytes(to, k);
            return;
        }
        bits.nextBytes(factors, rank);
        kernel.combine(to, 0, rows, 0, k, factors, rank);
    }

    /**
     * The share of each arrival in source block {@code index}, at full rank and with tracking.
     *
     * @param to takes k bytes
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
