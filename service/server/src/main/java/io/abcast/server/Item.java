package io.abcast.server;

/**
 * What is under a key. The value is a range of the command that wrote it, which is never changed: it is not copied.
 *
 * @param version zxid of the write
 * @param bytes the command
 * @param offset where in {@code bytes} the value begins; it ends with {@code bytes}
 */
record Item(long version, byte[] bytes, int offset) {
    /** Of the value. */
    int length() {
        return bytes.length - offset;
    }
}
