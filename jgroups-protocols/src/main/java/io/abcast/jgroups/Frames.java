package io.abcast.jgroups;

import io.abcast.kernel.Hold;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.Message;
import io.abcast.kernel.MessageCodec;
import io.abcast.kernel.WirePieces;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.util.concurrent.atomic.LongAdder;
import org.jgroups.Address;
import org.jgroups.BytesMessage;

/**
 * Turns the node's messages into JGroups messages and back: one {@link BytesMessage} with an {@link AbcastHeader} each, or a {@link
 * FrameMessage} where there are long payloads and the receiver speaks version 2. Ordinary unicasts, so that UNICAST3 keeps them in order; outside JGroups' flow control, whose credits two busy nodes
 * would owe one another, because the node has windows of its own; bundled, because sending past the bundler would let the
 * event loop wait for a slow socket.
 *
 * <p><b>Thread rule:</b> any thread.
 */
final class Frames {
    private static final AbcastHeader FRAME = new AbcastHeader(AbcastHeader.FRAME);
    private static final AbcastHeader HELLO = new AbcastHeader(AbcastHeader.HELLO);

    /** By how much {@link Message#wireBytes} may be wrong, and what the last write of a varint reserves. */
    private static final int SLACK_BYTES = 32;

    /** From this version on long payloads travel in {@link FrameMessage}. */
    private static final int VERSION_OF_PIECES = 2;

    /** Shorter payloads are copied: the two numbers that come with a piece, and its own write, would cost more. */
    private static final int PIECE_BYTES_MIN = 256;

    /** The usual size of a frame without such pieces. */
    private static final int HEAD_BYTES = 512;

    private final short protocolId;
    private final MessageCodec<Message> codec;
    private final int versionMax;

    final LongAdder framesSent = new LongAdder();
    final LongAdder bytesSent = new LongAdder();
    final LongAdder framesReceived = new LongAdder();
    final LongAdder bytesReceived = new LongAdder();

    /**
     * @param codec of the node's own family of messages: the only ones that it sends
     * @param versionMax the highest version of frames to speak, at most the codec's
     */
    @SuppressWarnings("unchecked")
    Frames(short protocolId, MessageCodec<? extends Message> codec, int versionMax) {
        if (versionMax < 1 || versionMax > codec.versionMax())
            throw new IllegalArgumentException(
                    "frame version: expected 1.." + codec.versionMax() + ", got " + versionMax);
        this.protocolId = protocolId;
        this.codec = (MessageCodec<Message>) codec;
        this.versionMax = versionMax;
    }

    /** The highest version of frames that this member speaks. */
    int versionMax() {
        return versionMax;
    }

    /** @param receiverMax the highest version that the receiver speaks */
    org.jgroups.Message encode(Address to, Message message, int receiverMax) {
        WireWriter writer =
                Math.min(versionMax, receiverMax) >= VERSION_OF_PIECES
                        ? WireWriter.gathering(
                                Math.min(message.wireBytes() + SLACK_BYTES, HEAD_BYTES),
                                PIECE_BYTES_MIN)
                        : new WireWriter(message.wireBytes() + SLACK_BYTES);
        write(message, receiverMax, writer);
        if (!writer.hasPieces()) {
            bytesSent.add(writer.size());
            return wrap(new BytesMessage(to, writer.array(), 0, writer.size()), FRAME);
        }
        WirePieces frame = writer.toPieces();
        bytesSent.add(frame.bytes());
        return wrap(new FrameMessage(to, frame), FRAME);
    }

    /** The same for a stack whose {@link OMAHA} may hold it: in one array. */
    org.jgroups.Message encode(Address to, Message message, int receiverMax, Hold hold, long app) {
        WireWriter writer = new WireWriter(message.wireBytes() + SLACK_BYTES);
        write(message, receiverMax, writer);
        bytesSent.add(writer.size());
        return wrap(
                new HoldableMessage(
                        to, writer.array(), 0, writer.size(), hold, app, message.instance()),
                FRAME);
    }

    /** The arrays go with the message, which UNICAST3 keeps until it is acked: never copied. */
    private void write(Message message, int receiverMax, WireWriter writer) {
        codec.encode(message, Math.min(versionMax, receiverMax), writer);
        framesSent.increment();
    }

    org.jgroups.Message encode(Address to, Hello hello) {
        byte[] bytes = hello.encode();
        return wrap(new BytesMessage(to, bytes, 0, bytes.length), HELLO);
    }

    /**
     * Decodes a message that carries {@code header}.
     *
     * @return a {@link Hello} or one of the node's messages
     * @throws LaterVersionException if it is a frame of a version that this member does not speak
     * @throws MalformedFrameException if it is none of these
     */
    Object decode(AbcastHeader header, org.jgroups.Message message) {
        WireReader in;
        if (message instanceof FrameMessage inPieces) in = new WireReader(inPieces.frame());
        else if (message.hasArray() && message.getArray() != null)
            in = new WireReader(message.getArray(), message.getOffset(), message.getLength());
        else throw new MalformedFrameException("frame: expected bytes, got none");
        framesReceived.increment();
        bytesReceived.add(message.getLength());
        return switch (header.kind()) {
            case AbcastHeader.FRAME -> {
                LaterVersionException.check(message, versionMax);
                yield codec.decode(in);
            }
            case AbcastHeader.HELLO -> Hello.decode(in);
            default ->
                    throw new MalformedFrameException(
                            "frame: expected kind 1 or 2, got " + header.kind());
        };
    }

    private org.jgroups.Message wrap(org.jgroups.Message message, AbcastHeader header) {
        return message.setFlag(org.jgroups.Message.Flag.NO_FC).putHeader(protocolId, header);
    }
}
