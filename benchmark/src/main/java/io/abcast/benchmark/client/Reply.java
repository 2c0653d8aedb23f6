package io.abcast.benchmark.client;

import io.abcast.benchmark.wire.ReplyCode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The reply to a request.
 *
 * @param code how it ended
 * @param body what the code and the operation say; of an error, its text
 */
public record Reply(ReplyCode code, byte[] body) {
    /** The zxid of a write, the version of a value read. */
    public long zxid() {
        return number(0);
    }

    /** The 64-bit number at byte {@code offset} of the body. */
    public long number(int offset) {
        long value = 0;
        for (int i = 0; i < 8; i++) value = (value << 8) | (body[offset + i] & 0xFF);
        return value;
    }

    /** The value read. */
    public byte[] value() {
        return Arrays.copyOfRange(body, 8, body.length);
    }

    /** Of an error. */
    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }
}
