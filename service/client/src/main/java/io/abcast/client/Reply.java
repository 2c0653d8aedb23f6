package io.abcast.client;

import io.abcast.client.wire.ReplyCode;
import io.abcast.kernel.MalformedFrameException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The reply to a request.
 *
 * @param code the outcome
 * @param body the result, in the format that the code and the operation define; for an error, its text
 */
public record Reply(ReplyCode code, byte[] body) {
    /** The number in the reply: for a write its zxid, for a read the version of the value. */
    public long zxid() {
        return number(0);
    }

    /**
     * The 64-bit number at byte {@code offset} of the body.
     *
     * @throws MalformedFrameException if the body is too short, which no server of abcast sends
     */
    public long number(int offset) {
        need(offset + Long.BYTES);
        long value = 0;
        for (int i = 0; i < 8; i++) value = (value << 8) | (body[offset + i] & 0xFF);
        return value;
    }

    /** The value of a read. */
    public byte[] value() {
        need(Long.BYTES);
        return Arrays.copyOfRange(body, 8, body.length);
    }

    private void need(int bytes) {
        if (body.length < bytes)
            throw new MalformedFrameException(
                    "reply: expected at least " + bytes + " bytes, got " + body.length);
    }

    /** The text of an error. */
    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }
}
