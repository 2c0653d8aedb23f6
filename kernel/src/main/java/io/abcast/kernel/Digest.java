package io.abcast.kernel;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * A SHA-256 digest (FIPS 180-4): 32 bytes as four big-endian words. Two contents with equal digests are equal, as far as
 * anyone can find out. Immutable.
 */
public record Digest(long first, long second, long third, long fourth) {
    /** Of a digest on the wire and on disk. */
    public static final int BYTES = 32;

    /** The digest of a content that is complete in memory. */
    public static Digest of(byte[] content) {
        return read(new WireReader(sha256().digest(content)));
    }

    /** For a content that comes piece by piece. */
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
     * @throws MalformedFrameException if fewer than {@link #BYTES} bytes are left
     */
    public static Digest read(WireReader in) {
        return new Digest(in.i64(), in.i64(), in.i64(), in.i64());
    }

    /** The first eight bytes, in hexadecimal digits. */
    @Override
    public String toString() {
        return String.format("%016x", first);
    }

    /** Computes one digest. Not thread-safe. */
    public static final class Sum {
        private final MessageDigest sum = sha256();

        private Sum() {}

        public Sum add(byte[] bytes, int offset, int length) {
            sum.update(bytes, offset, length);
            return this;
        }

        /** Adds what remains in the buffer, which is consumed. */
        public Sum add(ByteBuffer bytes) {
            sum.update(bytes);
            return this;
        }

        /** The digest of everything that was added; a new sum begins. */
        public Digest finish() {
            return read(new WireReader(sum.digest()));
        }
    }
}
