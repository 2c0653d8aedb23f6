package io.abcast.client;

import io.abcast.client.wire.ReplyCode;
import io.abcast.kernel.MalformedFrameException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The reply of a server to a request.
 *
 * @param code the code that states the outcome of the request
 * @param body the result of the request, in the format that {@code code} and the operation define; for an error, the
 *     error text
 */
public record Reply(ReplyCode code, byte[] body) {
    /**
     * The first number of the body: for a write, its position (zxid) in the total order; for a read, the version of the
     * value.
     */
    public long zxid() {
        return number(0);
    }

    /**
     * The 64-bit number at byte {@code offset} of this reply's body.
     *
     * @throws MalformedFrameException if the body is too short, which means that the peer is not a server of abcast
     */
    public long number(int offset) {
        need(offset + Long.BYTES);
        long value = 0;
        for (int i = 0; i < 8; i++) value = (value << 8) | (body[offset + i] & 0xFF);
        return value;
    }

    /** The value in the reply to a read. */
    public byte[] value() {
        need(Long.BYTES);
        return Arrays.copyOfRange(body, 8, body.length);
    }

    private void need(int bytes) {
        if (body.length < bytes)
            throw new MalformedFrameException(
                    "reply: expected at least " + bytes + " bytes, got " + body.length);
    }

    /** The error text of a reply with an error code. */
    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }
}
