package io.abcast.jgroups.forest;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/**
 * The greeting that a member sends through the JGroups stack to {@code FOREST} at another member.
 *
 * @param isAnswer whether the greeting answers another greeting.
 * @param frames address at which the sender accepts frame connections
 * @param token the secret that the receiver must show when it connects to the sender
 */
record ForestHello(boolean isAnswer, InetSocketAddress frames, FrameToken token) {
    private static final int VERSION = 1;
    private static final int HOST_BYTES_MAX = 16;

    byte[] encode() {
        WireWriter out = new WireWriter(48).u8(VERSION).u8(isAnswer ? 1 : 0);
        out.bytes(frames.getAddress().getAddress()).varint(frames.getPort());
        return token.write(out).toByteArray();
    }

    static ForestHello decode(byte[] bytes) {
        WireReader in = new WireReader(bytes);
        int version = in.u8();
        if (version != VERSION)
            throw new MalformedFrameException("version: expected " + VERSION + ", got " + version);
        int answer = in.u8();
        if (answer > 1) throw new MalformedFrameException("answer: expected 0 or 1, got " + answer);
        byte[] host = in.raw(in.count(HOST_BYTES_MAX));
        int port = in.count(0xffff);
        FrameToken token = FrameToken.read(in);
        in.end();
        try {
            InetAddress address = InetAddress.getByAddress(host);
            return new ForestHello(answer == 1, new InetSocketAddress(address, port), token);
        } catch (UnknownHostException e) {
            throw new MalformedFrameException(
                    "address: expected 4 or 16 bytes, got " + host.length);
        }
    }
}
