package io.abcast.jgroups.forest;

import java.io.DataInput;
import java.io.IOException;
import org.jgroups.Address;
import org.jgroups.Message;
import org.jgroups.MessageFactory;
import org.jgroups.util.ByteArrayDataInputStream;
import org.jgroups.util.ByteArrayDataOutputStream;

/**
 * Encodes and decodes the multicasts that {@code FOREST} carries for the protocols above it. The encoding of a
 * multicast consists of the type of the message, and then the message's flags, headers and payload as JGroups writes
 * them.
 */
public final class MulticastCodec {
    private static final int OVERHEAD_BYTES = 128;

    private MulticastCodec() {}

    /** @throws IOException if the multicast cannot be serialised */
    public static byte[] encode(Message message, Address self) throws IOException {
        ByteArrayDataOutputStream out =
                new ByteArrayDataOutputStream(message.getLength() + OVERHEAD_BYTES);
        out.writeShort(message.getType());
        message.writeToNoAddrs(self, out);
        byte[] bytes = new byte[out.position()];
        System.arraycopy(out.buffer(), 0, bytes, 0, bytes.length);
        return bytes;
    }

    /**
     * Decodes a multicast of another member.
     *
     * @throws IOException if the bytes are not an encoded multicast, or if JGroups does not know the message's type or
     *     a header
     */
    public static Message decode(byte[] bytes, Address from) throws IOException {
        DataInput in = new ByteArrayDataInputStream(bytes);
        try {
            Message message = MessageFactory.create(in.readShort());
            message.readFrom(in);
            if (message.getSrc() == null) message.setSrc(from);
            return message;
        } catch (ClassNotFoundException | RuntimeException e) {
            throw new IOException("expected a message, got other bytes", e);
        }
    }
}
