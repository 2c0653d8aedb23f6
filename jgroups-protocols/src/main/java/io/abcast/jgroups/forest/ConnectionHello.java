package io.abcast.jgroups.forest;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The first frame of a frame connection, which identifies the member that opened the connection.
 *
 * @param index number of the connection among the frame connections of the opening member, from 0 on.
 * @param count number of frame connections that the opening member opens to the accepting member.
 * @param token secret token that the accepting member gave to the opening member
 * @param name encoded JGroups address of the opening member, see {@link ForestRoster#name}
 */
record ConnectionHello(int index, int count, FrameToken token, byte[] name) {
    static final int CONNECTIONS_MAX = 16;

    private static final long MAGIC =
            ByteBuffer.wrap("abcastF1".getBytes(StandardCharsets.US_ASCII)).getLong();

    private static final int FIXED_BYTES = 8 + 1 + 1 + 16 + 1;

    static final int BYTES_MAX = FIXED_BYTES + ForestRoster.NAME_BYTES_MAX;

    byte[] encode() {
        WireWriter out = new WireWriter(BYTES_MAX).i64(MAGIC).u8(index).u8(count);
        return token.write(out).bytes(name).toByteArray();
    }

    static ConnectionHello decode(byte[] bytes) {
        WireReader in = new WireReader(bytes);
        if (in.i64() != MAGIC)
            throw new MalformedFrameException("expected the first bytes of a member");
        int index = in.u8();
        int count = in.u8();
        if (count < 1 || count > CONNECTIONS_MAX || index >= count)
            throw new MalformedFrameException(
                    "connection: expected 1..%d of %d, got %d of %d"
                            .formatted(count, CONNECTIONS_MAX, index + 1, count));
        FrameToken token = FrameToken.read(in);
        byte[] name = in.raw(in.count(ForestRoster.NAME_BYTES_MAX));
        in.end();
        return new ConnectionHello(index, count, token, name);
    }
}
