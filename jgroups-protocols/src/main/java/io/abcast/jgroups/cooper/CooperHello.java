package io.abcast.jgroups.cooper;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/**
 * The greeting that a member sends to {@code COOPER} at another member. The greeting contains the server id of the
 * sender, and the address at which the sender accepts blocks of files.
 *
 * @param blocks address at which the sender accepts connections for blocks; port 0 if the sender transfers blocks as
 *     messages of the stack
 */
public record CooperHello(int id, InetSocketAddress blocks) {
    private static final int HOST_BYTES_MAX = 16;

    public byte[] encode() {
        return new WireWriter(32)
                .varint(id)
                .bytes(blocks.getAddress().getAddress())
                .varint(blocks.getPort())
                .toByteArray();
    }

    /**
     * @throws MalformedFrameException if the bytes of the greeting do not follow the format that {@link #encode} writes
     */
    public static CooperHello decode(byte[] bytes) {
        WireReader in = new WireReader(bytes);
        int id = in.count(0xffff);
        byte[] host = in.raw(in.count(HOST_BYTES_MAX));
        int port = in.count(0xffff);
        in.end();
        try {
            return new CooperHello(id, new InetSocketAddress(InetAddress.getByAddress(host), port));
        } catch (UnknownHostException e) {
            throw new MalformedFrameException(
                    "address: expected 4 or 16 bytes, got " + host.length);
        }
    }
}
