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
 * Encodes the messages of a protocol's node as JGroups messages, and decodes received messages. Each message of the
 * node becomes one {@link BytesMessage} with an {@link AbcastHeader}. A message with a long payload becomes a {@link
 * FrameMessage} if the receiver supports version 2 of the wire format. All messages of a node are ordinary JGroups
 * unicasts, so UNICAST3 keeps the messages in order. The messages of a node bypass JGroups' flow control, in which two
 * busy nodes could each wait for credits of the other. The messages of a node go through JGroups' bundler (a queue with
 * its own thread), so that the event loop never waits for a slow socket.
 *
 * <p><b>Thread rule:</b> any thread may call the methods of {@code GroupFrames}.
 */
public final class GroupFrames {
    /**
     * Spare bytes are needed because {@link Message#wireBytes} may be inaccurate, and the last varint reserves its
     * maximum length.
     */
    private static final int SLACK_BYTES = 32;

    private static final int VERSION_OF_PIECES = 2;

    /** A smaller payload is copied into the frame, which takes less time than the separate write of a piece. */
    private static final int PIECE_BYTES_MIN = 256;

    private static final int HEAD_BYTES = 512;

    private static final Flag[] FLAGS = {Flag.NO_FC};

    private final short protocolId;
    private final MessageCodec<Message> codec;
    private final int versionMax;
    private final FrameGuard guard;
    private final int versionOfPieces;

    public final LongAdder framesSent = new LongAdder();
    public final LongAdder bytesSent = new LongAdder();
    public final LongAdder framesReceived = new LongAdder();
    public final LongAdder bytesReceived = new LongAdder();

    /**
     * @param codec codec of the node's messages.
     * @param versionMax the highest frame version to use, at most the codec's highest version.
     */
    public GroupFrames(short protocolId, MessageCodec<? extends Message> codec, int versionMax) {
        this(protocolId, codec, versionMax, FrameGuard.NONE);
    }

    /** @param guard guard that adds this process's proof to sent frames, and checks the proofs of received frames. */
    public GroupFrames(
            short protocolId,
            MessageCodec<? extends Message> codec,
            int versionMax,
            FrameGuard guard) {
        this(protocolId, codec, versionMax, guard, VERSION_OF_PIECES);
    }

    /**
     * @param guard guard that adds this process's proof to sent frames, and checks the proofs of received frames
     * @param versionOfPieces first frame version whose receivers support {@link FrameMessage}
     */
    @SuppressWarnings("unchecked")
    public GroupFrames(
            short protocolId,
            MessageCodec<? extends Message> codec,
            int versionMax,
            FrameGuard guard,
            int versionOfPieces) {
        if (versionMax < 1 || versionMax > codec.versionMax())
            throw new IllegalArgumentException(
                    "frame version: expected 1.." + codec.versionMax() + ", got " + versionMax);
        this.protocolId = protocolId;
        this.codec = (MessageCodec<Message>) codec;
        this.versionMax = versionMax;
        this.guard = guard;
        this.versionOfPieces = versionOfPieces;
    }

    FrameGuard guard() {
        return guard;
    }

    int versionMax() {
        return versionMax;
    }

    /**
     * Encodes a message of the node for one receiver.
     *
     * @param receiverMax the highest frame version that the receiver supports
     * @throws IllegalArgumentException if the version {@code receiverMax} cannot express the message, or if the guard
     *     has no keys for the receiver
     */
    public org.jgroups.Message encode(Address to, Message message, int receiverMax) {
        WireWriter writer =
                Math.min(versionMax, receiverMax) >= versionOfPieces
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

    /**
     * Encodes a message of the node in a single array, so that the protocol {@code OMAHA} in the stack can hold the
     * message.
     */
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

    /**
     * UNICAST3 keeps the arrays of a message until the receiver has acked it, so callers must not reuse these arrays.
     */
    private void write(Message message, int receiverMax, WireWriter writer) {
        codec.encode(message, Math.min(versionMax, receiverMax), writer);
        framesSent.increment();
    }

    org.jgroups.Message encodePayload(byte[] payload) {
        framesSent.increment();
        bytesSent.add(payload.length);
        return SpreadPayload.encode(protocolId, payload);
    }

    public org.jgroups.Message encode(Address to, Hello hello) {
        byte[] bytes = guard.seal(to, hello);
        return wrap(new BytesMessage(to, bytes, 0, bytes.length), guard.helloHeader());
    }

    /** Decodes a JGroups message that carries {@code header}. */
    public Object decode(AbcastHeader header, org.jgroups.Message message) {
        return decode(header, message, message.getSrc());
    }

    /**
     * Decodes a JGroups message that carries {@code header}.
     *
     * @param from the JGroups address of the sender
     * @return the decoded content: a {@link SpreadPayload}; a message of the node, wrapped in a {@link
     *     FrameGuard.Proven} if the guard proves senders; a {@link Hello} or a {@link SealedHello}; or {@link
     *     FrameGuard#UNKNOWN_SENDER}
     * @throws LaterVersionException if the frame has a version that this member does not support
     * @throws RefusedFrameException if the guard refuses the sender of the message; the guard counts the refused
     *     message
     * @throws MalformedFrameException if the JGroups message is malformed
     */
    public Object decode(AbcastHeader header, org.jgroups.Message message, Address from) {
        boolean pieces = message instanceof FrameMessage;
        if (!pieces && (!message.hasArray() || message.getArray() == null))
            throw new MalformedFrameException("frame: expected bytes, got none");
        framesReceived.increment();
        bytesReceived.add(message.getLength());
        byte kind = header.kind();
        // A payload that is sent separately needs no proof of the sender, because the proposal that
        // orders the payload contains the payload's digest.
        if (kind == AbcastHeader.PAYLOAD && guard.bytes() == 0)
            return SpreadPayload.decode(message);
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
