package io.abcast.dissemination.cooper.code;

import java.util.stream.IntStream;

/**
 * The deferred half of decoding: the coefficients have been eliminated on arrival, the blocks are made now, in passes over pieces that
 * stay in the cache, and compared with their digests. Immutable; {@link #run} on any thread.
 */
public final class DecodeJob {
    /** All rows' pieces of one pass together: they are read k times. */
    private static final int PASS_BYTES = 512 * 1024;

    private static final int PIECE_BYTES_MIN = 1024;

    private final Manifest manifest;
    private final byte[][] rows;
    private final byte[][] shares;
    private final int only;
    private final int without;

    /**
     * @param rows k arrivals of full rank
     * @param known what they were eliminated by, tracking
     * @param only the block to make, -1 for all
     * @param without the sender whose blocks are left out, -1 for none
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

    /** The sender whose blocks are left out, because digests failed with them; -1 for none. */
    public int without() {
        return without;
    }

    /** Multiply-adds over whole blocks that {@link #run} takes. */
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
            // It came as it is.
            if (arrival >= 0) plain[i] = rows[arrival];
            else combines = true;
        }
        if (combines) combine(kernel, plain, first, end);
        int bad = -1;
        for (int i = first; i < end && bad < 0; i++) if (!manifest.agrees(i, plain[i], k)) bad = i;
        return new Decoded(this, plain, bad);
    }

    /** Makes those that are not there. */
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
