package io.abcast.server;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.SecureRandom;
import java.util.Arrays;

/**
 * A key for searches in a {@link KeyTable}. The tag of a key is a number that makes comparisons of keys fast.
 *
 * @param bytes array that contains the key; the array must not change while this {@code Key} is in use
 * @param tag number that is never 0. For a key of 1 to 7 bytes the tag is positive and contains all bytes of the key,
 *     so equal tags mean equal keys. For any other key the tag is negative and contains a hash
 */
record Key(byte[] bytes, int offset, int length, long tag) {
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long PRIME = 0x9E3779B185EBCA87L;

    /**
     * The seed of the hash in the tags of keys. Each server process has a different seed, so that clients cannot choose
     * keys with equal hashes.
     */
    private static final long SEED = new SecureRandom().nextLong();

    Key(byte[] bytes, int offset, int length) {
        this(bytes, offset, length, tag(bytes, offset, length));
    }

    Key(byte[] bytes) {
        this(bytes, 0, bytes.length);
    }

    /** Whether the bytes of this key equal the array {@code its}. */
    boolean is(byte[] its) {
        return Arrays.equals(bytes, offset, offset + length, its, 0, its.length);
    }

    /** Returns a copy of the key's own bytes, without the remaining bytes of {@code bytes}. */
    byte[] copy() {
        return Arrays.copyOfRange(bytes, offset, offset + length);
    }

    static long tag(byte[] bytes, int offset, int length) {
        if (length > 0 && length < Long.BYTES)
            return ((long) length << 56) | few(bytes, offset, length);
        long h = SEED ^ length;
        int i = offset;
        int end = offset + length;
        for (; i <= end - Long.BYTES; i += Long.BYTES) h = step(h, (long) LONG.get(bytes, i));
        return step(h, few(bytes, i, end - i)) | Long.MIN_VALUE;
    }

    /**
     * Computes the hash of a key's tag, which selects the place of the key in a {@link KeyTable}. Every bit of the
     * computed hash depends on every bit of the tag.
     */
    static int hash(long tag) {
        long h = step(SEED, tag);
        return (int) (h ^ (h >>> 32));
    }

    /** Packs up to seven bytes of a short key into one number, the tag of the key. */
    private static long few(byte[] bytes, int offset, int length) {
        if (offset <= bytes.length - Long.BYTES)
            return (long) LONG.get(bytes, offset) & ((1L << (Byte.SIZE * length)) - 1);
        long few = 0;
        for (int i = length - 1; i >= 0; i--) few = (few << Byte.SIZE) | (bytes[offset + i] & 0xFF);
        return few;
    }

    private static long step(long hash, long word) {
        long mixed = (hash ^ word) * PRIME;
        return (mixed ^ (mixed >>> 29)) * PRIME;
    }
}
