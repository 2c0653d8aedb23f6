package io.abcast.dissemination.cooper.code;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * What the source says of a batch before its bytes. Arrays are shared: not to be written.
 *
 * @param batch its number, from 0
 * @param startRound the first round in which it may be sent, see BatchPlan
 * @param blockBytes of each of its blocks, the last one filled up with zeros
 * @param length bytes of the batch itself, at most k blockBytes
 * @param digests SHA-256 of each block
 * @param checks {@link LinearCheck} of each block
 */
public record Manifest(
        int batch,
        long startRound,
        int blockBytes,
        long length,
        byte[][] digests,
        byte[][] checks) {
    /** k: one byte for each travels with every coded block. */
    public static final int BLOCKS_MAX = 1024;

    /** Of SHA-256. */
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
        return of(batch, startRound, length, blocks, 0);
    }

    /** As {@link #of}, of blocks behind their k coefficients. */
    public static Manifest ofRows(int batch, long startRound, long length, byte[][] rows) {
        return of(batch, startRound, length, rows, rows.length);
    }

    private static Manifest of(int batch, long startRound, long length, byte[][] from, int offset) {
        byte[][] digests = new byte[from.length][];
        byte[][] checks = new byte[from.length][];
        int blockBytes = from[0].length - offset;
        for (int i = 0; i < from.length; i++) {
            digests[i] = digest(from[i], offset, blockBytes);
            checks[i] = LinearCheck.of(from[i], offset, blockBytes);
        }
        return new Manifest(batch, startRound, blockBytes, length, digests, checks);
    }

    public int k() {
        return digests.length;
    }

    /** Bytes of a row: k coefficients, then the block. */
    public int rowBytes() {
        return k() + blockBytes;
    }

    static byte[] digest(byte[] from, int offset, int length) {
        try {
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            sha256.update(from, offset, length);
            return sha256.digest();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
