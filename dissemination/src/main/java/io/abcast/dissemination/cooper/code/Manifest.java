package io.abcast.dissemination.cooper.code;

import java.util.Arrays;

/**
 * What the source says of a batch before its bytes. Arrays are shared: not to be written.
 *
 * @param batch its number, from 0
 * @param startRound the first round in which it may be sent, see BatchPlan
 * @param blockBytes of each of its blocks, the last one filled up with zeros
 * @param length bytes of the batch itself, at most k blockBytes
 * @param digest what makes the digests
 * @param digests of each block
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
    /** k: one byte for each travels with every coded block. */
    public static final int BLOCKS_MAX = 1024;

    /** Of a {@link BlockDigest}. */
    public static final int DIGEST_BYTES = 32;

    /** What a receiver must be able to hold in one array. */
    public static final int BLOCK_BYTES_MAX = 1 << 30;

    /** @throws IllegalArgumentException when the numbers do not fit together */
    public Manifest {
        int k = digests.length;
        if (batch < 0 || startRound < 0)
            throw new IllegalArgumentException("batch " + batch + " in round " + startRound);
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
                throw new IllegalArgumentException("block " + i + ": digest of another size");
    }

    /** Of blocks as the source has them, all of one length. */
    public static Manifest of(int batch, long startRound, long length, byte[][] blocks) {
        return of(batch, startRound, length, BlockDigest.SHA_256, blocks, 0);
    }

    /** As {@link #of}, of blocks behind their k coefficients. */
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

    /** Bytes of a row: k coefficients, then the block. */
    public int rowBytes() {
        return k() + blockBytes;
    }

    /** The blocks behind the coefficients of rows, copied. */
    public byte[][] blocks(byte[][] rows) {
        byte[][] blocks = new byte[rows.length][];
        for (int i = 0; i < blocks.length; i++)
            blocks[i] = Arrays.copyOfRange(rows[i], k(), rowBytes());
        return blocks;
    }

    /** Whether a block is what the source had, by its digest. */
    public boolean agrees(int index, byte[] from, int offset) {
        return Arrays.equals(digests[index], digest.of(from, offset, blockBytes));
    }
}
