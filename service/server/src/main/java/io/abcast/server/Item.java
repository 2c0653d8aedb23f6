package io.abcast.server;

/**
 * The value of a key, in the immutable command that wrote the value.
 *
 * @param version zxid (position) of the write that stored the value; see {@link KeyValueStore} for stores without a
 *     total order
 * @param bytes the bytes of the command that wrote the value
 * @param offset start of the value in {@code bytes}; the value ends with {@code bytes}
 */
record Item(long version, byte[] bytes, int offset) {
    int length() {
        return bytes.length - offset;
    }
}
