package io.abcast.jgroups.blocks;

import java.nio.charset.StandardCharsets;

/**
 * Turns the keys or values of a {@link ReplicatedMap} into bytes and back. Two values are equal if their bytes are
 * equal. Implementations must be thread-safe.
 */
public interface Codec<T> {
    /** Strings, encoded in UTF-8. */
    Codec<String> STRING =
            new Codec<>() {
                @Override
                public byte[] encode(String value) {
                    return value.getBytes(StandardCharsets.UTF_8);
                }

                @Override
                public String decode(byte[] bytes) {
                    return new String(bytes, StandardCharsets.UTF_8);
                }
            };

    /** Byte arrays. Encoding and decoding each return a copy of the array. */
    Codec<byte[]> BYTES =
            new Codec<>() {
                @Override
                public byte[] encode(byte[] value) {
                    return value.clone();
                }

                @Override
                public byte[] decode(byte[] bytes) {
                    return bytes.clone();
                }
            };

    byte[] encode(T value);

    T decode(byte[] bytes);
}
