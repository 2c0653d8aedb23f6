package io.abcast.benchmark.wire;

import java.nio.charset.StandardCharsets;

/** UTF-8, in and out. */
final class Texts {
    private Texts() {}

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static String utf8(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
