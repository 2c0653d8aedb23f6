package io.abcast.jgroups.group;

import io.abcast.driver.Hello;
import io.abcast.jgroups.omaha.HoldableMessage;
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
import org.jgroups.Message.Flag;

/**
 * Turns the node's messages into JGroups messages and back: one {@link BytesMessage} with an {@link AbcastHeader} each, or a {@link
 * FrameMessage} where there are long payloads and the receiver speaks version 2. Ordinary unicasts, so that UNICAST3 keeps them in order; outside JGroups' flow control, whose credits two busy nodes
 * would owe one another, because the node has windows of its own; bundled, because sending past the bundler would let the
 * event loop wait for a slow socket.
 *
 * <p><b>Thread rule:</b> any thread.
 */
public final class GroupFrames {
    /** By how much {@link Message#wireBytes} may be wrong, and what the last write of a varint reserves. */
    private static final int SLACK_BYTES = 32;

    /** From this version on long payloads travel in {@link FrameMessage}. */
    private static final int VERSION_OF_PIECES = 2;

    /** Shorter payloads are copied: the two numbers that come with a piece, and its own write, would cost more. */
    private static final int PIECE_BYTES_MIN = 256;

    /** The usual size of a frame without such pieces. */
    private static final int HEAD_BYTES = 512;

    /** One array for all messages: JGroups takes flags as an array, and only reads it. */
    private static final Flag[] FLAGS = {Flag.NO_FC};

    private final short protocolId;
    private final MessageCodec<Message> codec;
    private final int versionMax;
    private final FrameGuard guard;

    public final LongAdder framesSent = new LongAdder();
    public final LongAdder bytesSent = new LongAdder();
    public final LongAdder framesReceived = new LongAdder();
    public final LongAdder bytesReceived = new LongAdder();

    /**
     * @param codec of the node's own family of messages: the only ones that it sends
     * @param versionMax the highest version of frames to speak, at most the codec's
     */
    public GroupFrames(short protocolId, MessageCodec<? extends Message> codec, int versionMax) {
        this(protocolId, codec, versionMax, FrameGuard.NONE);
    }

    /** @param guard proves who sends frames, and checks it */
    @SuppressWarnings("unchecked")
    public GroupFrames(
            short protocolId,
            MessageCodec<? extends Message> codec,
            int versionMax,
            FrameGuard guard) {
        if (versionMax < 1 || versionMax > codec.versionMax())
            throw new IllegalArgumentException(
                    "frame version: expected 1.." + codec.versionMax() + ", got " + versionMax);
        this.protocolId = protocolId;
        this.codec = (MessageCodec<Message>) codec;
        this.versionMax = versionMax;
        this.guard = guard;
    }

    FrameGuard guard() {
        return guard;
    }

    /** The highest version of frames that this member speaks. */
    int versionMax() {
        return versionMax;
    }

    /**
     * @param receiverMax the highest version that the receiver speaks
     * @throws IllegalArgumentException if that version cannot say it, or the guard has no keys for the receiver
     */
    public org.jgroups.Message encode(Address to, Message message, int receiverMax) {
        WireWriter writer =
                Math.min(versionMax, receiverMax) >= VERSION_OF_PIECES
                        ? WireWriter.gathering(
                                Math.min(message.wireBytes() + SLACK_BYTES, HEAD_BYTES),
                                PIECE_BYTES_MIN)
                        : new WireWriter(message.wireBytes() + SLACK_BYTES + guard.bytes());
        write(message, receiverMax, writer);
        if (!writer.hasPieces()) {
            guard.seal(to, writer);
            bytesSent.add(writer.size());
            return wrap(
                    new BytesMessage(to, writer.array(), 0, writer.size()), guard.frameHeader());
        }
        WirePieces frame = guard.seal(to, writer.toPieces());
        bytesSent.add(frame.bytes());
        return wrap(new FrameMessage(to, frame), guard.frameHeader());
    }

    /** The same for a stack whose {@code OMAHA} may hold it: in one array. */
    public org.jgroups.Message encode(
            Address to, Message message, int receiverMax, Hold hold, long app) {
        WireWriter writer = new WireWriter(message.wireBytes() + SLACK_BYTES + guard.bytes());
        write(message, receiverMax, writer);
        guard.seal(to, writer);
        bytesSent.add(writer.size());
        return wrap(
                new HoldableMessage(
                        to, writer.array(), 0, writer.size(), hold, app, message.instance()),
                guard.frameHeader());
    }

    /** The arrays go with the message, which UNICAST3 keeps until it is acked: never copied. */
    private void write(Message message, int receiverMax, WireWriter writer) {
        codec.encode(message, Math.min(versionMax, receiverMax), writer);
        framesSent.increment();
    }

    public org.jgroups.Message encode(Address to, Hello hello) {
        byte[] bytes = guard.seal(to, hello);
        return wrap(new BytesMessage(to, bytes, 0, bytes.length), guard.helloHeader());
    }

    /** Of a sender that needs no proof. */
    public Object decode(AbcastHeader header, org.jgroups.Message message) {
        return decode(header, message, message.getSrc());
    }

    /**
     * Decodes a message that carries {@code header}.
     *
     * @param from its sender, as the group layer names it
     * @return one of the node's messages, in a {@link FrameGuard.Proven} if the guard proves senders; a {@link Hello} or a {@link
     *     SealedHello}; or {@link FrameGuard#UNKNOWN_SENDER}
     * @throws LaterVersionException if it is a frame of a version that this member does not speak
     * @throws RefusedFrameException if the guard refuses its sender; counted there
     * @throws MalformedFrameException if it is malformed
     */
    public Object decode(AbcastHeader header, org.jgroups.Message message, Address from) {
        boolean pieces = message instanceof FrameMessage;
        if (!pieces && (!message.hasArray() || message.getArray() == null))
            throw new MalformedFrameException("frame: expected bytes, got none");
        framesReceived.increment();
        bytesReceived.add(message.getLength());
        byte kind = header.kind();
        if (kind != guard.frameHeader().kind() && kind != guard.helloHeader().kind())
            throw unexpected(kind, from);
        if (pieces) return frame(kind, (FrameMessage) message, from);
        byte[] array = message.getArray();
        int offset = message.getOffset();
        int length = message.getLength();
        if (kind == guard.helloHeader().kind())
            return guard.hello(new WireReader(array, offset, length));
        int sender = guard.check(from, array, offset, length);
        if (sender < 0) return FrameGuard.UNKNOWN_SENDER;
        LaterVersionException.check(message, versionMax);
        return proven(sender, new WireReader(array, offset, length - guard.bytes()));
    }

    private Object frame(byte kind, FrameMessage message, Address from) {
        if (kind != guard.frameHeader().kind())
            throw new MalformedFrameException("hello: expected one array, got pieces");
        WirePieces frame = message.frame();
        int sender = guard.check(from, frame);
        if (sender < 0) return FrameGuard.UNKNOWN_SENDER;
        LaterVersionException.check(message, versionMax);
        if (guard.bytes() > 0)
            frame = frame.withHead(frame.head(), frame.headBytes() - guard.bytes());
        return proven(sender, new WireReader(frame));
    }

    private Object proven(int sender, WireReader in) {
        Message message = codec.decode(in);
        return sender == 0 ? message : new FrameGuard.Proven(sender, message);
    }

    private RuntimeException unexpected(byte kind, Address from) {
        boolean plain = kind == AbcastHeader.FRAME || kind == AbcastHeader.HELLO;
        if (plain)
            return guard.refusal(
                    from,
                    "message from " + from + ": expected a MAC, got none; is unsigned true there?");
        boolean sealed = kind == AbcastHeader.SEALED_FRAME || kind == AbcastHeader.SEALED_HELLO;
        return new MalformedFrameException(
                sealed
                        ? "frame: expected none with a MAC, because unsigned is true here"
                        : "frame: expected kind 1 to 4, got " + kind);
    }

    private org.jgroups.Message wrap(org.jgroups.Message message, AbcastHeader header) {
        return message.setFlag(FLAGS).putHeader(protocolId, header);
    }
}
