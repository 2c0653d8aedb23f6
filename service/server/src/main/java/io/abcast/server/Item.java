package io.abcast.server;

/**
 * The value of a key, and the version of the value. The item refers to the immutable command that wrote the value, so
 * that the store need not copy the value's bytes.
 *
 * @param version zxid (position) of the write that stored the value; see {@link KeyValueStore} for stores without a
 *     total order
 * @param bytes the bytes of the command that wrote the value
 * @param offset start of the value in {@code bytes}; the value ends with {@code bytes}
 */
record Item(long version, byte[] bytes, int offset) {
    /** The length of this item's value in bytes. */
    int length() {
        return bytes.length - offset;
    }
}
