package io.abcast.dissemination.cooper.code;

import java.util.stream.IntStream;

/**
 * Computes the source blocks of a batch from received coded blocks, and compares the source blocks with their digests.
 * The job processes blocks in pieces that fit into the processor's cache. A decoding job is immutable, and any thread
 * may call {@link #run}.
 */
public final class DecodeJob {
    /**
     * A pass reads each piece once for each block of the batch, so all pieces of a pass must fit into the processor's
     * cache.
     */
    private static final int PASS_BYTES = 512 * 1024;

    private static final int PIECE_BYTES_MIN = 1024;

    private final Manifest manifest;
    private final byte[][] rows;
    private final byte[][] shares;
    private final int only;
    private final int without;

    /**
     * @param rows received, linearly independent rows, as many as the batch has blocks; a row is the coefficients and a
     *     coded block
     * @param known the eliminated coefficients of {@code rows}; tracking (record of the inverse matrix) must be on
     * @param only index of the only block that the job computes; -1 for all blocks
     * @param without the sender whose rows the job does not use; -1 if the job uses the rows of all senders
     */
    DecodeJob(Manifest manifest, byte[][] rows, Elimination known, int only, int without) {
        this.manifest = manifest;
        this.rows = rows;
        this.only = only;
        this.without = without;
        this.shares = new byte[manifest.k()][manifest.k()];
        for (int i = 0; i < shares.length; i++) known.combination(i, shares[i]);
    }

    public int batch() {
        return manifest.batch();
    }

    int only() {
        return only;
    }

    /**
     * The sender whose rows this job does not use, because digests failed with the sender's rows; -1 if the job uses
     * the rows of all senders.
     */
    public int without() {
        return without;
    }

    /** Number of times that {@link #run} multiplies a whole block by a coefficient and adds the product. */
    public int products() {
        return only < 0 ? rows.length * rows.length : rows.length;
    }

    public Decoded run(FieldKernel kernel) {
        int k = rows.length;
        byte[][] plain = new byte[k][];
        int first = only < 0 ? 0 : only;
        int end = only < 0 ? k : only + 1;
        boolean combines = false;
        for (int i = first; i < end; i++) {
            int arrival = BatchStore.unitOf(shares[i], k);
            // Source block i was received uncoded, so the job needs no arithmetic and uses the
            // received row.
            if (arrival >= 0) plain[i] = rows[arrival];
            else combines = true;
        }
        if (combines) combine(kernel, plain, first, end);
        int bad = -1;
        for (int i = first; i < end && bad < 0; i++) if (!manifest.agrees(i, plain[i], k)) bad = i;
        return new Decoded(this, plain, bad);
    }

    private void combine(FieldKernel kernel, byte[][] plain, int first, int end) {
        int k = rows.length;
        int blockBytes = manifest.blockBytes();
        int[] missing = IntStream.range(first, end).filter(i -> plain[i] == null).toArray();
        for (int i : missing) {
            plain[i] = new byte[manifest.rowBytes()];
            plain[i][i] = 1;
        }
        int piece = Math.max(PIECE_BYTES_MIN, PASS_BYTES / k / 64 * 64);
        byte[][] sources = new byte[k][piece];
        for (int done = 0; done < blockBytes; done += piece) {
            int bytes = Math.min(piece, blockBytes - done);
            for (int j = 0; j < k; j++) System.arraycopy(rows[j], k + done, sources[j], 0, bytes);
            for (int i : missing)
                kernel.combine(plain[i], k + done, sources, 0, bytes, shares[i], k);
        }
    }
}
