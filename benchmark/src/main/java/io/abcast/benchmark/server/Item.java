package io.abcast.benchmark.server;

/**
 * A key and its value, both ranges of the command that wrote them, which is never changed: nothing is copied.
 *
 * @param version zxid of the write
 * @param keyHash as {@link Key#hash}
 * @param bytes the command
 * @param offset where in {@code bytes} the value begins; it ends with {@code bytes}
 */
record Item(long version, int keyHash, byte[] bytes, int keyOffset, int keyBytes, int offset) {
    Item(long version, byte[] bytes, int keyOffset, int keyBytes, int offset) {
        this(version, Key.hash(bytes, keyOffset, keyBytes), bytes, keyOffset, keyBytes, offset);
    }

    /** Of the value. */
    int length() {
        return bytes.length - offset;
    }

    Key key() {
        return new Key(bytes, keyOffset, keyBytes, keyHash);
    }
}
