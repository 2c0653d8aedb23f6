package io.abcast.dissemination.cooper.code;

import java.util.Arrays;

/**
 * Description of a batch, which the source sends before the batch's blocks. Callers must not write to the arrays of a
 * manifest, because several objects share the arrays.
 *
 * @param batch number of the batch, from 0
 * @param startRound the first gossip round in which a node may send blocks of the batch, see {@link
 *     io.abcast.dissemination.cooper.BatchPlan}
 * @param blockBytes size of each block of the batch in bytes; the source fills the last block with zeros.
 * @param length size of the batch's file data in bytes, without the zeros at the end of the last block.
 * @param digest the hash function by which the source computes {@code digests}.
 * @param digests the digest of each source block of the batch, by which receivers verify decoded blocks.
 * @param checks the {@link LinearCheck} checksum of each source block, by which receivers check coded blocks before
 *     decoding
 */
public record Manifest(
        int batch,
        long startRound,
        int blockBytes,
        long length,
        BlockDigest digest,
        byte[][] digests,
        byte[][] checks) {
    /** Maximum of k, the number of blocks in a batch. */
    public static final int BLOCKS_MAX = 1024;

    /** Size of a digest ({@link BlockDigest}) in bytes. */
    public static final int DIGEST_BYTES = 32;

    /** Maximum size of a block in bytes. */
    public static final int BLOCK_BYTES_MAX = 1 << 30;

    /**
     * Checks the values of this description of a batch.
     *
     * @throws IllegalArgumentException if the values of the description contradict each other
     */
    public Manifest {
        int k = digests.length;
        if (batch < 0 || startRound < 0)
            throw new IllegalArgumentException(
                    "batch and start round: expected at least 0, got "
                            + batch
                            + " and "
                            + startRound);
        if (k < 1 || k > BLOCKS_MAX || checks.length != k)
            throw new IllegalArgumentException(
                    "expected 1 to " + BLOCKS_MAX + " blocks, got " + k + " and " + checks.length);
        if (blockBytes < 1 || blockBytes > BLOCK_BYTES_MAX)
            throw new IllegalArgumentException(
                    "expected blocks of 1 to " + BLOCK_BYTES_MAX + " bytes, got " + blockBytes);
        if (length < 0 || length > (long) k * blockBytes)
            throw new IllegalArgumentException(
                    "expected at most " + k + " x " + blockBytes + " bytes, got " + length);
        for (int i = 0; i < k; i++)
            if (digests[i].length != DIGEST_BYTES || checks[i].length != LinearCheck.BYTES)
                throw new IllegalArgumentException(
                        "digest of block "
                                + i
                                + ": expected "
                                + DIGEST_BYTES
                                + " bytes, got another size");
    }

    /** Creates the manifest of a batch from its blocks, all of which have the same length. */
    public static Manifest of(int batch, long startRound, long length, byte[][] blocks) {
        return of(batch, startRound, length, BlockDigest.SHA_256, blocks, 0);
    }

    /**
     * Creates the manifest of a batch from the source's rows; each row is one coefficient per block of the batch,
     * followed by a block.
     */
    public static Manifest ofRows(
            int batch, long startRound, long length, BlockDigest digest, byte[][] rows) {
        return of(batch, startRound, length, digest, rows, rows.length);
    }

    private static Manifest of(
            int batch,
            long startRound,
            long length,
            BlockDigest digest,
            byte[][] from,
            int offset) {
        byte[][] digests = new byte[from.length][];
        byte[][] checks = new byte[from.length][];
        int blockBytes = from[0].length - offset;
        for (int i = 0; i < from.length; i++) {
            digests[i] = digest.of(from[i], offset, blockBytes);
            checks[i] = LinearCheck.of(from[i], offset, blockBytes);
        }
        return new Manifest(batch, startRound, blockBytes, length, digest, digests, checks);
    }

    public int k() {
        return digests.length;
    }

    /** Size in bytes of a row of the batch: one coefficient per block of the batch, then the bytes of the block. */
    public int rowBytes() {
        return k() + blockBytes;
    }

    /** Copies the blocks of the batch out of the given rows; in each row the block follows the coefficients. */
    public byte[][] blocks(byte[][] rows) {
        byte[][] blocks = new byte[rows.length][];
        for (int i = 0; i < blocks.length; i++)
            blocks[i] = Arrays.copyOfRange(rows[i], k(), rowBytes());
        return blocks;
    }

    /** Whether block {@code index} of the batch matches the digest that the source announced. */
    public boolean agrees(int index, byte[] from, int offset) {
        return Arrays.equals(digests[index], digest.of(from, offset, blockBytes));
    }
}
