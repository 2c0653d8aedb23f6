package io.abcast.dissemination.cooper.code;

/**
 * Computes a coded block. The job's rows and factors are chosen when the job is created. Immutable; {@link #run} may be
 * called on any thread.
 */
public final class RecodeJob {
    private final int batch;
    private final int rank;
    private final byte[][] rows;
    private final byte[] factors;

    /**
     * Creates a job.
     *
     * @param rank rank of the sender when the job is created
     */
    RecodeJob(int batch, int rank, byte[][] rows, byte[] factors) {
        this.batch = batch;
        this.rank = rank;
        this.rows = rows;
        this.factors = factors;
    }

    public int batch() {
        return batch;
    }

    /** Rank of the sender when the job was created. */
    public int rank() {
        return rank;
    }

    /**
     * Computes the coded block.
     *
     * @return the coefficients, followed by the coded block
     */
    public byte[] run(FieldKernel kernel) {
        byte[] row = new byte[rows[0].length];
        kernel.combine(row, 0, rows, 0, row.length, factors, rows.length);
        return row;
    }
}
