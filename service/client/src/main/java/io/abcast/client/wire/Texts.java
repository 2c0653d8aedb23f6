package io.abcast.client.wire;

import io.abcast.kernel.MalformedFrameException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** UTF-8, in and out. */
public final class Texts {
    private Texts() {}

    public static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** @throws MalformedFrameException if they are something else: what is read could not be written again */
    public static String utf8(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        if (Arrays.equals(utf8(text), bytes)) return text;
        throw new MalformedFrameException("text: expected UTF-8");
    }
}
