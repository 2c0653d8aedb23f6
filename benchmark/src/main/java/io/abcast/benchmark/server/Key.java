package io.abcast.benchmark.server;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.SecureRandom;
import java.util.Arrays;

/**
 * What to look for in a {@link KeyTable}: a range of bytes and their hash. The hash is another one in each process, so
 * that clients cannot choose keys that collide.
 *
 * @param bytes must not be changed while this is in use
 */
record Key(byte[] bytes, int offset, int length, int hash) {
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long PRIME = 0x9E3779B185EBCA87L;
    private static final long SEED = new SecureRandom().nextLong();

    Key(byte[] bytes, int offset, int length) {
        this(bytes, offset, length, hash(bytes, offset, length));
    }

    Key(byte[] bytes) {
        this(bytes, 0, bytes.length);
    }

    boolean isOf(Item item) {
        byte[] its = item.key();
        return hash == item.keyHash()
                && Arrays.equals(bytes, offset, offset + length, its, 0, its.length);
    }

    /** The bytes themselves, and no others. */
    byte[] copy() {
        return Arrays.copyOfRange(bytes, offset, offset + length);
    }

    /** Every bit depends on every bit of the key. */
    static int hash(byte[] bytes, int offset, int length) {
        long h = SEED ^ length;
        int i = offset;
        int end = offset + length;
        for (; i <= end - Long.BYTES; i += Long.BYTES) h = step(h, (long) LONG.get(bytes, i));
        long tail = 0;
        for (; i < end; i++) tail = (tail << Byte.SIZE) | (bytes[i] & 0xFF);
        h = step(h, tail);
        return (int) (h ^ (h >>> 32));
    }

    private static long step(long hash, long word) {
        long mixed = (hash ^ word) * PRIME;
        return (mixed ^ (mixed >>> 29)) * PRIME;
    }
}
