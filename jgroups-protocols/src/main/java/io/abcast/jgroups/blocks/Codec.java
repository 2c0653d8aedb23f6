package io.abcast.jgroups.blocks;

import java.nio.charset.StandardCharsets;

/**
 * Encodes the keys or the values of a {@link ReplicatedMap} as bytes, and decodes these bytes. Two keys or values are
 * equal if their bytes are equal. Implementations must be thread-safe.
 */
public interface Codec<T> {
    /** A codec for strings, which encodes strings in UTF-8. */
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

    /** A codec for byte arrays; encoding and decoding each return a copy of the array. */
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
