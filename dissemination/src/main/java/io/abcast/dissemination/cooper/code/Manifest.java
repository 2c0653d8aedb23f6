package io.abcast.dissemination.cooper.code;

import java.util.Arrays;

/**
 * Description of a batch, which the source sends before the blocks. Arrays are shared: callers must not write to them.
 *
 * @param batch number of the batch, from 0
 * @param startRound the first round in which the batch may be sent, see {@link
 *     io.abcast.dissemination.cooper.BatchPlan}
 * @param blockBytes size of each block in bytes; the last block is filled up with zeros.
 * @param length number of bytes of the batch without the zeros that fill the last block; at most k times {@code
 *     blockBytes}.
 * @param digest the hash function of the digests
 * @param digests digest of each block
 * @param checks {@link LinearCheck} of each block
 */
public record Manifest(
        int batch,
        long startRound,
        int blockBytes,
        long length,
        BlockDigest digest,
        byte[][] digests,
        byte[][] checks) {
    /**
     * Maximum of k, the number of blocks. Every coded block carries one coefficient of one byte for each of the k
     * blocks.
     */
    public static final int BLOCKS_MAX = 1024;

    /** Size of a digest ({@link BlockDigest}) in bytes. */
    public static final int DIGEST_BYTES = 32;

    /** Maximum size of a block in bytes. A receiver must be able to hold a block in one array. */
    public static final int BLOCK_BYTES_MAX = 1 << 30;

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if the numbers contradict each other
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
     * Creates the manifest of a batch as {@link #of} does, but from rows, in which each block follows its k
     * coefficients.
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

    /** Size of a row in bytes: k coefficients, then the block. */
    public int rowBytes() {
        return k() + blockBytes;
    }

    /** Copies the blocks, which follow the coefficients in the rows. */
    public byte[][] blocks(byte[][] rows) {
        byte[][] blocks = new byte[rows.length][];
        for (int i = 0; i < blocks.length; i++)
            blocks[i] = Arrays.copyOfRange(rows[i], k(), rowBytes());
        return blocks;
    }

    /** Whether a block matches the digest that the source announced. */
    public boolean agrees(int index, byte[] from, int offset) {
        return Arrays.equals(digests[index], digest.of(from, offset, blockBytes));
    }
}
