package io.abcast.client.wire;

/**
 * Assigns keys to partitions by a hash of the key. Clients and servers of all releases must compute the same partition
 * for a key.
 */
public final class KeyPartitions {
    private static final int FNV_OFFSET = 0x811C9DC5;
    private static final int FNV_PRIME = 0x01000193;

    private KeyPartitions() {}

    /**
     * Returns the number of the partition of a key, from 0 to {@code partitions} - 1.
     *
     * @param bytes array that contains the key, of {@code length} bytes, from {@code offset} on
     * @param partitions number of partitions of the store, at least 1
     */
    public static int of(byte[] bytes, int offset, int length, int partitions) {
        int hash = FNV_OFFSET;
        for (int i = offset; i < offset + length; i++)
            hash = (hash ^ (bytes[i] & 0xff)) * FNV_PRIME;
        // Mix the high bits of the hash into the low bits, which so far depend only on the low bits
        // of the key's bytes.
        hash ^= hash >>> 16;
        hash *= 0x85EBCA6B;
        hash ^= hash >>> 13;
        return Math.floorMod(hash, partitions);
    }

    /** Returns the number of the partition of a key, from 0 to {@code partitions} - 1. */
    public static int of(byte[] key, int partitions) {
        return of(key, 0, key.length, partitions);
    }
}
