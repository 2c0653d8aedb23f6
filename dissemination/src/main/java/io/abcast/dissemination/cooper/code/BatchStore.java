package io.abcast.dissemination.cooper.code;

import io.abcast.dissemination.cooper.SeededBits;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/**
 * What a node holds of one batch: rows as they arrived, and what is known of their coefficients. Rows are kept as they are, also after
 * decoding: any basis is as good to recode from. Not thread-safe; its jobs may run elsewhere.
 *
 * <p>If blocks do not agree with their digests, somebody sent a block that passed its {@link LinearCheck} and was wrong. Then one
 * sender after the other is left out: more rows are taken in, up to k of them, until the rows of all others decode right.
 */
public final class BatchStore {
    /** What became of a row. */
    public enum Arrival {
        INNOVATIVE,
        /** It follows from what is here. */
        REDUNDANT,
        /** Its check is wrong: whoever sent it made it, or let it through unchecked. */
        BAD,
        MALFORMED
    }

    private final Manifest manifest;
    private final FieldKernel kernel;
    private final byte[] expected = new byte[LinearCheck.BYTES];
    private Elimination known;
    private byte[][] rows;
    private int[] senders;

    /** Rows in use: the first {@code known.rank()} are independent, what follows are spares. */
    private int count;

    private int bad = -1;
    private boolean verified;

    /** @param kernel for coefficients, of the thread that uses this store */
    public BatchStore(FieldKernel kernel, Manifest manifest) {
        this.kernel = kernel;
        this.manifest = manifest;
        clear();
    }

    /** The store of the source, with its blocks. */
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
     * The store of who has the whole batch.
     *
     * @param rows block {@code i} behind its unit coefficients; kept: not to be written any more
     */
    public static BatchStore ofRows(
            FieldKernel kernel, Manifest manifest, byte[][] rows, int self) {
        BatchStore store = new BatchStore(kernel, manifest);
        for (byte[] row : rows) store.take(row, self);
        assert store.full() : "rank " + store.rank() + " of " + manifest.k();
        store.verified = true;
        return store;
    }

    /** Which block a row is as it is; -1 for a combination. */
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

    /** Rows that are here, spares included; at least the rank. */
    public int rows() {
        return count;
    }

    public boolean full() {
        return known.full();
    }

    /** All blocks agreed with their digests. */
    public boolean verified() {
        return verified;
    }

    /** Digests have failed, and nobody is found out yet: what is here must not be passed on. */
    public boolean suspicious() {
        return bad >= 0 && !verified;
    }

    /** Whether no more rows are wanted. */
    public boolean satisfied() {
        return verified || (full() && bad < 0);
    }

    /**
     * Whether a row with these coefficients would be kept.
     *
     * @throws IllegalArgumentException unless there are k
     */
    public boolean wants(byte[] coefficients) {
        if (coefficients.length != manifest.k())
            throw new IllegalArgumentException(
                    "expected " + manifest.k() + " coefficients, got " + coefficients.length);
        return !satisfied() && (bad >= 0 || known.isNew(coefficients));
    }

    /**
     * As {@link #wants(byte[])}, when others are on their way.
     *
     * @param coming their coefficients
     */
    public boolean wants(byte[] coefficients, List<byte[]> coming) {
        return wants(coefficients)
                && (coming.isEmpty() || bad >= 0 || known.isNew(coefficients, coming));
    }

    /** @param row kept as it is: not to be written any more */
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

    /** A random combination of all independent rows; rank at least 1. */
    public RecodeJob recode(SeededBits bits) {
        byte[] factors = new byte[rank()];
        bits.nextBytes(factors, factors.length);
        if (factors.length == 1) factors[0] = 1;
        return new RecodeJob(manifest.batch(), rank(), Arrays.copyOf(rows, rank()), factors);
    }

    /** One of the independent rows at random, as it is: what gossip without coding sends. Rank at least 1. */
    public RecodeJob pick(SeededBits bits) {
        byte[][] one = {rows[bits.nextInt(rank())]};
        return new RecodeJob(manifest.batch(), rank(), one, new byte[] {1});
    }

    /** Row {@code index} as it is; of the source: block {@code index}. */
    public byte[] row(int index) {
        return rows[index];
    }

    /** The work that is left at full rank. */
    public DecodeJob decode() {
        return new DecodeJob(manifest, Arrays.copyOf(rows, manifest.k()), known, -1, -1);
    }

    /**
     * Takes the result of a job.
     *
     * @return the next job, null when there is none: the batch is {@link #verified}, or more rows are wanted
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

    /** Called with each spare row: whom to leave out now; null when nobody can be. */
    public DecodeJob suspect() {
        return bad < 0 ? null : suspectAfter(-1);
    }

    /** Nobody alone explains it, or too much was kept for that: begins anew. */
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

    /** Null when the rows of the others do not suffice. */
    private DecodeJob leaveOut(int sender, int only) {
        Elimination others = new Elimination(kernel, manifest.k(), true);
        byte[][] independent = new byte[manifest.k()][];
        for (int i = 0; i < count && !others.full(); i++)
            if (senders[i] != sender && others.add(rows[i]))
                independent[others.rank() - 1] = rows[i];
        return others.full() ? new DecodeJob(manifest, independent, others, only, sender) : null;
    }

    /** Drops the rows of a sender that was left out with success: nothing is recoded from them any more. */
    public void drop(int sender) {
        byte[][] kept = rows;
        int[] from = senders;
        int all = count;
        clear();
        for (int i = 0; i < all; i++) if (from[i] != sender) take(kept[i], from[i]);
        assert full() : "rank " + rank() + " without " + sender;
    }
}
