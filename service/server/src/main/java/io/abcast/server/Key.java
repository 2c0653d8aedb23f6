package io.abcast.server;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.SecureRandom;
import java.util.Arrays;

/**
 * A key for searches in a {@link KeyTable}.
 *
 * @param bytes array that contains the key; must not change while this {@code Key} is in use
 * @param tag number for fast comparisons, never 0. For a key of 1 to 7 bytes the tag is positive and contains all
 *     bytes, so equal tags mean equal keys. For any other key the tag is negative and contains a hash
 */
record Key(byte[] bytes, int offset, int length, long tag) {
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long PRIME = 0x9E3779B185EBCA87L;

    /** Each server process has a different seed, so that clients cannot choose keys with equal hashes. */
    private static final long SEED = new SecureRandom().nextLong();

    Key(byte[] bytes, int offset, int length) {
        this(bytes, offset, length, tag(bytes, offset, length));
    }

    Key(byte[] bytes) {
        this(bytes, 0, bytes.length);
    }

    boolean is(byte[] its) {
        return Arrays.equals(bytes, offset, offset + length, its, 0, its.length);
    }

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

    /** Selects the place of a key in a {@link KeyTable}; every bit of the result depends on every bit of the tag. */
    static int hash(long tag) {
        long h = step(SEED, tag);
        return (int) (h ^ (h >>> 32));
    }

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
