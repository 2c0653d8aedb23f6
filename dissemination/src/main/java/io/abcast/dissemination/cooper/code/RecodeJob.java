package io.abcast.dissemination.cooper.code;

/**
 * A job that computes a coded block of a batch from rows that a node holds. The node chooses the rows, and a random
 * factor for each row, when it creates the job. A recoding job is immutable, and any thread may call {@link #run}.
 */
public final class RecodeJob {
    private final int batch;
    private final int rank;
    private final byte[][] rows;
    private final byte[] factors;

    RecodeJob(int batch, int rank, byte[][] rows, byte[] factors) {
        this.batch = batch;
        this.rank = rank;
        this.rows = rows;
        this.factors = factors;
    }

    public int batch() {
        return batch;
    }

    /** Number of independent rows of the batch that this node had when it created the job. */
    public int rank() {
        return rank;
    }

    /**
     * Computes the coded block of this job.
     *
     * @return the coefficients, followed by the coded block
     */
    public byte[] run(FieldKernel kernel) {
        byte[] row = new byte[rows[0].length];
        kernel.combine(row, 0, rows, 0, row.length, factors, rows.length);
        return row;
    }
}
