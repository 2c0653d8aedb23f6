package io.abcast.client.wire;

/** Assigns keys to partitions by a hash. Clients and servers of all releases must compute the same partition. */
public final class KeyPartitions {
    private static final int FNV_OFFSET = 0x811C9DC5;
    private static final int FNV_PRIME = 0x01000193;

    private KeyPartitions() {}

    /**
     * Returns the partition of a key: 0 .. {@code partitions} - 1.
     *
     * @param bytes contains the key from {@code offset} on
     * @param partitions number of partitions, at least 1
     */
    public static int of(byte[] bytes, int offset, int length, int partitions) {
        int hash = FNV_OFFSET;
        for (int i = offset; i < offset + length; i++)
            hash = (hash ^ (bytes[i] & 0xff)) * FNV_PRIME;
        // The low bits of the hash depend on the low bits of the bytes only, so the high bits are
        // mixed in.
        hash ^= hash >>> 16;
        hash *= 0x85EBCA6B;
        hash ^= hash >>> 13;
        return Math.floorMod(hash, partitions);
    }

    /** Returns the partition of a key. */
    public static int of(byte[] key, int partitions) {
        return of(key, 0, key.length, partitions);
    }
}
