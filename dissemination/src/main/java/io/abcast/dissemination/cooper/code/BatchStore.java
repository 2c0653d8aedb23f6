package io.abcast.dissemination.cooper.code;

import io.abcast.dissemination.cooper.SeededBits;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/**
 * The rows of one coding batch that a node holds, and the elimination of their coefficients. A row consists of k
 * coefficients, one for each block of the batch, and of the block that was coded with them. The store keeps the
 * received rows, even after decoding, because a node can recode blocks equally well from received rows as from decoded
 * rows. The store is not thread-safe; the coding jobs that the store creates may run on other threads.
 *
 * <p>If decoded blocks do not match their digests, a sender has sent a wrong block that passed the {@link LinearCheck}.
 * After a failed digest, the store leaves out the rows of one sender at a time and decodes again, until the decoded
 * blocks match.
 */
public final class BatchStore {
    /** The result of adding a received row to the store of a batch. */
    public enum Arrival {
        INNOVATIVE,
        /** Result for a received row that is a linear combination of rows that the store already holds. */
        REDUNDANT,
        /** Result for a received row whose checksum is wrong. */
        BAD,
        MALFORMED
    }

    private final Manifest manifest;
    private final FieldKernel kernel;
    private final byte[] expected = new byte[LinearCheck.BYTES];
    private Elimination known;
    private byte[][] rows;
    private int[] senders;

    /** First come {@code known.rank()} independent rows, then the spare rows. */
    private int count;

    private int bad = -1;
    private boolean verified;

    /**
     * Creates an empty store for the rows of a batch.
     *
     * @param kernel kernel for arithmetic on coefficients; only the thread that uses this store may use the kernel
     */
    public BatchStore(FieldKernel kernel, Manifest manifest) {
        this.kernel = kernel;
        this.manifest = manifest;
        clear();
    }

    /** Creates the store of the source, which holds all blocks of the batch. */
    public static BatchStore of(FieldKernel kernel, Manifest manifest, byte[][] blocks, int self) {
        int k = manifest.k();
        byte[][] rows = new byte[k][manifest.rowBytes()];
        for (int i = 0; i < k; i++) {
            rows[i][i] = 1;
            System.arraycopy(blocks[i], 0, rows[i], k, manifest.blockBytes());
        }
        return ofRows(kernel, manifest, rows, self);
    }

    /**
     * Creates the store of a node that has all rows of the batch.
     *
     * @param rows row {@code i} has the coefficient 1 for block {@code i} and 0 for the others, followed by block
     *     {@code i}; callers must not write to the stored arrays afterwards
     */
    public static BatchStore ofRows(
            FieldKernel kernel, Manifest manifest, byte[][] rows, int self) {
        BatchStore store = new BatchStore(kernel, manifest);
        for (byte[] row : rows) store.take(row, self);
        assert store.full() : "rank " + store.rank() + " of " + manifest.k();
        store.verified = true;
        return store;
    }

    /**
     * The index of the source block that a row contains unchanged; -1 if the row is a combination of several source
     * blocks.
     */
    public static int unitOf(byte[] row, int k) {
        int unit = -1;
        for (int i = 0; i < k; i++) {
            if (row[i] == 0) continue;
            if (unit >= 0 || row[i] != 1) return -1;
            unit = i;
        }
        return unit;
    }

    private void clear() {
        known = new Elimination(kernel, manifest.k(), true);
        rows = new byte[manifest.k()][];
        senders = new int[manifest.k()];
        count = 0;
        bad = -1;
    }

    public Manifest manifest() {
        return manifest;
    }

    public int rank() {
        return known.rank();
    }

    /** Number of rows that the store holds, including spare rows; at least the rank. */
    public int rows() {
        return count;
    }

    public boolean full() {
        return known.full();
    }

    /** Whether the batch is decoded, and all its decoded blocks have matched their digests. */
    public boolean verified() {
        return verified;
    }

    /**
     * Whether decoding failed its digests, and the sender of the wrong block is not found yet. While a store is
     * suspicious, this node must not send rows of the batch to other nodes.
     */
    public boolean suspicious() {
        return bad >= 0 && !verified;
    }

    /** Whether the store needs no further rows to decode the batch. */
    public boolean satisfied() {
        return verified || (full() && bad < 0);
    }

    /**
     * Whether a received row with the given coefficients would be useful: the store would keep it.
     *
     * @throws IllegalArgumentException if the number of coefficients is not k, the number of blocks in the batch
     */
    public boolean wants(byte[] coefficients) {
        if (coefficients.length != manifest.k())
            throw new IllegalArgumentException(
                    "expected " + manifest.k() + " coefficients, got " + coefficients.length);
        return !satisfied() && (bad >= 0 || known.isNew(coefficients));
    }

    /**
     * Whether a row with the given coefficients would still be useful after the rows in flight to this node have
     * arrived.
     *
     * @param coming the coefficients of the rows that are in flight to this node
     */
    public boolean wants(byte[] coefficients, List<byte[]> coming) {
        return wants(coefficients)
                && (coming.isEmpty() || bad >= 0 || known.isNew(coefficients, coming));
    }

    /**
     * Adds a row that this node has received.
     *
     * @param row coefficients and block; the store keeps the array {@code row}, so callers must not write to the array
     *     afterwards
     */
    public Arrival add(byte[] row, int sender) {
        if (row.length != manifest.rowBytes()) return Arrival.MALFORMED;
        if (satisfied()) return Arrival.REDUNDANT;
        int k = manifest.k();
        kernel.combine(expected, 0, manifest.checks(), 0, expected.length, row, k);
        if (!LinearCheck.agrees(expected, row, k, manifest.blockBytes())) return Arrival.BAD;
        return take(row, sender) ? Arrival.INNOVATIVE : Arrival.REDUNDANT;
    }

    private boolean take(byte[] row, int sender) {
        if (!known.add(row) && bad < 0) return false;
        if (count == rows.length) {
            int more = Math.min(2 * manifest.k(), count + 8);
            if (count == more) return false;
            rows = Arrays.copyOf(rows, more);
            senders = Arrays.copyOf(senders, more);
        }
        rows[count] = row;
        senders[count++] = sender;
        return true;
    }

    /**
     * Creates a job that combines all independent rows of the store with random factors. The rank of the store must be
     * at least 1.
     */
    public RecodeJob recode(SeededBits bits) {
        byte[] factors = new byte[rank()];
        bits.nextBytes(factors, factors.length);
        if (factors.length == 1) factors[0] = 1;
        return new RecodeJob(manifest.batch(), rank(), Arrays.copyOf(rows, rank()), factors);
    }

    /**
     * Creates a job that copies one independent row of the store, chosen at random. The rank of the store must be at
     * least 1.
     */
    public RecodeJob pick(SeededBits bits) {
        byte[][] one = {rows[bits.nextInt(rank())]};
        return new RecodeJob(manifest.batch(), rank(), one, new byte[] {1});
    }

    /** Returns the row {@code index} of the store unchanged. */
    public byte[] row(int index) {
        return rows[index];
    }

    /**
     * Creates the job that decodes the batch. Before this call, the rank of the store must be k, the number of blocks
     * in the batch.
     */
    public DecodeJob decode() {
        return new DecodeJob(manifest, Arrays.copyOf(rows, manifest.k()), known, -1, -1);
    }

    /**
     * Takes the result of a decoding job, and decides whether the batch is verified or another decoding is necessary.
     *
     * @return the next decoding job; null when the batch is {@link #verified} or needs more rows
     */
    public DecodeJob onDecoded(Decoded decoded) {
        DecodeJob job = decoded.job();
        if (verified) return null;
        if (decoded.bad() < 0 && job.only() < 0) {
            verified = true;
            return null;
        }
        if (decoded.bad() < 0) return leaveOut(job.without(), -1);
        if (job.without() < 0) bad = decoded.bad();
        return suspectAfter(job.without());
    }

    /**
     * Creates a job that decodes the batch without the rows of one suspected sender. Returns null if the remaining rows
     * never suffice, whichever sender is left out.
     */
    public DecodeJob suspect() {
        return bad < 0 ? null : suspectAfter(-1);
    }

    /**
     * Whether the store holds 2k rows (k: blocks per batch), and decoded blocks fail their digests no matter which
     * single sender's rows are left out.
     */
    public boolean exhausted() {
        return bad >= 0 && count >= 2 * manifest.k();
    }

    public void restart() {
        clear();
    }

    private DecodeJob suspectAfter(int sender) {
        TreeSet<Integer> suspects = new TreeSet<>();
        for (int i = 0; i < manifest.k(); i++) suspects.add(senders[i]);
        for (int suspect : suspects.tailSet(sender, false)) {
            DecodeJob job = leaveOut(suspect, bad);
            if (job != null) return job;
        }
        return null;
    }

    /** Returns null when the rows of the other senders do not suffice. */
    private DecodeJob leaveOut(int sender, int only) {
        Elimination others = new Elimination(kernel, manifest.k(), true);
        byte[][] independent = new byte[manifest.k()][];
        for (int i = 0; i < count && !others.full(); i++)
            if (senders[i] != sender && others.add(rows[i]))
                independent[others.rank() - 1] = rows[i];
        return others.full() ? new DecodeJob(manifest, independent, others, only, sender) : null;
    }

    /**
     * Drops all rows of a sender that has sent a wrong block, so that this node never recodes blocks from these rows.
     */
    public void drop(int sender) {
        byte[][] kept = rows;
        int[] from = senders;
        int all = count;
        clear();
        for (int i = 0; i < all; i++) if (from[i] != sender) take(kept[i], from[i]);
        assert full() : "rank " + rank() + " without " + sender;
    }
}
