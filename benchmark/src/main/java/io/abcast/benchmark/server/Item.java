package io.abcast.benchmark.server;

/**
 * A key and its value. The value is a range of the command that wrote it, which is never changed: it is not copied. The
 * key is a copy that all items of that key share, so that who looks for it need not touch the old value's memory.
 *
 * @param version zxid of the write
 * @param keyHash as {@link Key#hash}
 * @param bytes the command
 * @param offset where in {@code bytes} the value begins; it ends with {@code bytes}
 */
record Item(long version, int keyHash, byte[] key, byte[] bytes, int offset) {
    /** Of the value. */
    int length() {
        return bytes.length - offset;
    }
}
