package io.abcast.dissemination.cooper.code;

/** A coded block to be made: what and of what is decided, the work is left. Immutable; {@link #run} on any thread. */
public final class RecodeJob {
    private final int batch;
    private final int rank;
    private final byte[][] rows;
    private final byte[] factors;

    /** @param rank of who sends it, now */
    RecodeJob(int batch, int rank, byte[][] rows, byte[] factors) {
        this.batch = batch;
        this.rank = rank;
        this.rows = rows;
        this.factors = factors;
    }

    public int batch() {
        return batch;
    }

    /** Of the sender when it was made. */
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
