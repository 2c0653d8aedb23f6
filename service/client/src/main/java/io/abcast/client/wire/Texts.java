package io.abcast.client.wire;

import io.abcast.kernel.MalformedFrameException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Encodes and decodes texts as UTF-8. */
public final class Texts {
    private Texts() {}

    public static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Decodes a UTF-8 text.
     *
     * @throws MalformedFrameException if {@code bytes} is not valid UTF-8
     */
    public static String utf8(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        if (Arrays.equals(utf8(text), bytes)) return text;
        throw new MalformedFrameException("text: expected UTF-8");
    }
}
