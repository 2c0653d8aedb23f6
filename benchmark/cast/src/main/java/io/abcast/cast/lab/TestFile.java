package io.abcast.cast.lab;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.SplittableRandom;

/**
 * The file that a run of {@code compare-cast} sends; its bytes cannot be compressed, and depend only on the random
 * seed.
 *
 * @param bytes length of the file in bytes
 * @param sha256 SHA-256 of the file
 */
record TestFile(Path path, long bytes, byte[] sha256) {
    private static final int PIECE = 1 << 20;
    private static final int COMPARED = 64 << 20;

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

    /**
     * Compares bytes, because this one machine would have to compute the digests that real hosts compute in parallel.
     */
    boolean sameAs(Path other) throws IOException {
        try (FileChannel one = FileChannel.open(path, StandardOpenOption.READ);
                FileChannel two = FileChannel.open(other, StandardOpenOption.READ)) {
            if (two.size() != bytes) return false;
            for (long at = 0; at < bytes; at += COMPARED) {
                long length = Math.min(COMPARED, bytes - at);
                if (map(one, at, length).mismatch(map(two, at, length)) >= 0) return false;
            }
            return true;
        }
    }

    private static ByteBuffer map(FileChannel file, long at, long length) throws IOException {
        return file.map(FileChannel.MapMode.READ_ONLY, at, length);
    }

    static MessageDigest digest(String algorithm) {
        try {
            return MessageDigest.getInstance(algorithm);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has " + algorithm, e);
        }
    }
}
