package io.abcast.jgroups.omaha;

import io.abcast.dissemination.omaha.Composite;
import io.abcast.jgroups.group.ProtocolIds;
import io.abcast.kernel.MalformedFrameException;
import java.io.DataInput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.Message;
import org.jgroups.MessageFactory;
import org.jgroups.util.ByteArrayDataInputStream;
import org.jgroups.util.ByteArrayDataOutputStream;

/**
 * Packs several JGroups messages of one sender for one destination into one message, a composite. A composite contains
 * the addresses of sender and destination once, and the type, flags, headers and payload of each message.
 */
public final class CompositeCodec {
    private CompositeCodec() {}

    /**
     * Packs JGroups messages of one sender for one destination into a composite message. Flow control treats a
     * composite as one message, so a composite bypasses flow control only if all its messages do.
     */
    public static Message pack(Address to, Address from, List<Message> messages, short protocolId)
            throws IOException {
        List<byte[]> parts = new ArrayList<>(messages.size());
        boolean noFlowControl = true;
        for (Message message : messages) {
            ByteArrayDataOutputStream out = new ByteArrayDataOutputStream(message.size() + 8);
            out.writeShort(message.getType());
            message.writeToNoAddrs(from, out);
            parts.add(Arrays.copyOf(out.buffer(), out.position()));
            noFlowControl &= message.isFlagSet(Message.Flag.NO_FC);
        }
        Message composite = new BytesMessage(to, Composite.encode(parts));
        if (noFlowControl) composite.setFlag(Message.Flag.NO_FC);
        return composite.setSrc(from).putHeader(protocolId, CompositeHeader.INSTANCE);
    }

    /**
     * Returns whether a composite may contain a message: only types that check an announced length before they allocate
     * memory.
     */
    public static boolean packs(Message message) {
        return packs(message.getType());
    }

    private static boolean packs(short type) {
        return type == Message.BYTES_MSG
                || type == Message.EMPTY_MSG
                || type == ProtocolIds.FRAME_MESSAGE;
    }

    private static Message create(short type) throws IOException {
        if (!packs(type))
            throw new IOException("expected a message of bytes or a frame, got type " + type);
        return type == Message.BYTES_MSG ? new Bytes() : MessageFactory.create(type);
    }

    /** Checks that all bytes of the array have been received before the message allocates it. */
    private static final class Bytes extends BytesMessage {
        @Override
        public void readPayload(DataInput from) throws IOException {
            ByteArrayDataInputStream in = (ByteArrayDataInputStream) from;
            int length = in.readInt();
            if (length < 0) return;
            int left = in.limit() - in.position();
            if (length > left)
                throw new IOException(length + " bytes announced, received only " + left);
            byte[] bytes = new byte[length];
            in.readFully(bytes);
            setArray(bytes, 0, length);
        }
    }

    /**
     * Unpacks a composite, a message that consists of several JGroups messages.
     *
     * @return the messages in the composite, with the sender and the destination of the composite
     * @throws MalformedFrameException if the bytes of the composite are malformed
     */
    public static List<Message> unpack(Message composite) {
        if (!composite.hasArray() || composite.getArray() == null)
            throw new MalformedFrameException("composite: expected bytes, got none");
        List<byte[]> parts =
                Composite.decode(
                        composite.getArray(), composite.getOffset(), composite.getLength());
        List<Message> messages = new ArrayList<>(parts.size());
        for (byte[] part : parts) {
            try {
                ByteArrayDataInputStream in = new ByteArrayDataInputStream(part);
                Message message = create(in.readShort());
                message.setDest(composite.getDest()).setSrc(composite.getSrc());
                message.readFrom(in);
                if (message.getSrc() == null) message.setSrc(composite.getSrc());
                messages.add(message);
            } catch (IOException | ClassNotFoundException | RuntimeException e) {
                throw new MalformedFrameException("message in a composite: " + e);
            }
        }
        return messages;
    }
}
