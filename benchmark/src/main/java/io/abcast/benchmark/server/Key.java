package io.abcast.benchmark.server;

import java.util.Arrays;

/** A key of the store: bytes with their hash. */
final class Key {
    private final byte[] bytes;
    private final int hash;

    /** @param bytes must not be changed afterwards */
    Key(byte[] bytes) {
        this.bytes = bytes;
        int h = Arrays.hashCode(bytes);
        hash = h ^ (h >>> 15);
    }

    byte[] bytes() {
        return bytes;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Key key && hash == key.hash && Arrays.equals(bytes, key.bytes);
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
