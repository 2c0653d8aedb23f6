package io.abcast.server;

/**
 * The value of a key and its version. The value is a part of the immutable command that wrote it, so its bytes need not
 * be copied.
 *
 * @param version zxid of the write; see {@link KeyValueStore} for stores without a total order
 * @param bytes the command
 * @param offset start of the value in {@code bytes}; the value ends with {@code bytes}
 */
record Item(long version, byte[] bytes, int offset) {
    /** The length of the value, in bytes. */
    int length() {
        return bytes.length - offset;
    }
}
