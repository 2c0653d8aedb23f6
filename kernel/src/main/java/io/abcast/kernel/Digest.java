package io.abcast.kernel;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** A SHA-256 digest (FIPS 180-4): 32 bytes as four big-endian words. Immutable. */
public record Digest(long first, long second, long third, long fourth) {
    /** Length of a digest in bytes, on the wire and on disk. */
    public static final int BYTES = 32;

    /** Returns the SHA-256 digest of {@code content}. */
    public static Digest of(byte[] content) {
        return read(new WireReader(sha256().digest(content)));
    }

    /** Starts a digest of bytes that the caller adds piece by piece. */
    public static Sum sum() {
        return new Sum();
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform must have SHA-256", e);
        }
    }

    public WireWriter write(WireWriter out) {
        return out.i64(first).i64(second).i64(third).i64(fourth);
    }

    /**
     * Reads a digest.
     *
     * @throws MalformedFrameException if fewer than {@link #BYTES} bytes are left in {@code in}
     */
    public static Digest read(WireReader in) {
        return new Digest(in.i64(), in.i64(), in.i64(), in.i64());
    }

    /** Returns the first eight bytes of the digest as hexadecimal digits. */
    @Override
    public String toString() {
        return String.format("%016x", first);
    }

    /** Computes the SHA-256 digest of bytes that the caller adds piece by piece. Not thread-safe. */
    public static final class Sum {
        private final MessageDigest sum = sha256();

        private Sum() {}

        public Sum add(byte[] bytes, int offset, int length) {
            sum.update(bytes, offset, length);
            return this;
        }

        /**
         * Adds the remaining bytes of the buffer to the digest, and sets the position of the buffer to the buffer's
         * limit.
         */
        public Sum add(ByteBuffer bytes) {
            sum.update(bytes);
            return this;
        }

        /** Returns the digest of all added bytes, and resets this object for the next digest. */
        public Digest finish() {
            return read(new WireReader(sum.digest()));
        }
    }
}
