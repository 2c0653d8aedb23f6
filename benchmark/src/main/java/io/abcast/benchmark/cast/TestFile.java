package io.abcast.benchmark.cast;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.SplittableRandom;

/**
 * What is sent: bytes that cannot be compressed, the same for the same seed.
 *
 * @param bytes its length
 * @param sha256 its digest
 */
record TestFile(Path path, long bytes, byte[] sha256) {
    private static final int PIECE = 1 << 20;

    TestFile {
        sha256 = sha256.clone();
    }

    static TestFile write(Path path, long bytes, long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        MessageDigest digest = digest("SHA-256");
        ByteBuffer piece = ByteBuffer.allocate(PIECE);
        try (FileChannel out =
                FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            for (long left = bytes; left > 0; left -= piece.capacity()) {
                piece.clear();
                while (piece.remaining() >= Long.BYTES) piece.putLong(random.nextLong());
                piece.flip().limit((int) Math.min(left, PIECE));
                digest.update(piece.duplicate());
                while (piece.hasRemaining()) out.write(piece);
            }
        }
        return new TestFile(path, bytes, digest.digest());
    }

    /** Whether the other file has the same length and digest. */
    boolean sameAs(Path other) throws IOException {
        MessageDigest digest = digest("SHA-256");
        long length = 0;
        ByteBuffer piece = ByteBuffer.allocate(PIECE);
        try (FileChannel in = FileChannel.open(other, StandardOpenOption.READ)) {
            while (in.read(piece.clear()) > 0) {
                length += piece.flip().remaining();
                digest.update(piece);
            }
        }
        return length == bytes && MessageDigest.isEqual(digest.digest(), sha256);
    }

    static MessageDigest digest(String algorithm) {
        try {
            return MessageDigest.getInstance(algorithm);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has " + algorithm, e);
        }
    }
}
