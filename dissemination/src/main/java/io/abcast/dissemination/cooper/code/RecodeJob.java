package io.abcast.dissemination.cooper.code;

/**
 * A coded block to compute. The rows and factors are fixed; the computation remains. Immutable; {@link #run} on any
 * thread.
 */
public final class RecodeJob {
    private final int batch;
    private final int rank;
    private final byte[][] rows;
    private final byte[] factors;

    /** @param rank present rank of the sender */
    RecodeJob(int batch, int rank, byte[][] rows, byte[] factors) {
        this.batch = batch;
        this.rank = rank;
        this.rows = rows;
        this.factors = factors;
    }

    public int batch() {
        return batch;
    }

    /** Rank of the sender when the job was made. */
    public int rank() {
        return rank;
    }

    /** @return the coefficients and the coded block */
    public byte[] run(FieldKernel kernel) {
        byte[] row = new byte[rows[0].length];
        kernel.combine(row, 0, rows, 0, row.length, factors, rows.length);
        return row;
    }
}
