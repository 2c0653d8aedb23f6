package io.abcast.client.wire;

import io.abcast.kernel.MalformedFrameException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Encodes and decodes UTF-8. */
public final class Texts {
    private Texts() {}

    public static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Decodes a text.
     *
     * @throws MalformedFrameException if the bytes are not valid UTF-8
     */
    public static String utf8(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        if (Arrays.equals(utf8(text), bytes)) return text;
        throw new MalformedFrameException("text: expected UTF-8");
    }
}
