package io.abcast.jgroups.group;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WirePieces;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.Supplier;
import org.jgroups.Address;
import org.jgroups.BaseMessage;
import org.jgroups.Message;
import org.jgroups.util.ByteArray;

/**
 * A JGroups message whose payload is a frame in {@link WirePieces}. The transport writes each piece from the piece's
 * own array, so no piece is copied into one large array for the frame. Serialised form, all numbers as int: length and
 * bytes of the head (the frame without its pieces), number of pieces, pieces. A serialised piece consists of its
 * position in the frame, its length and its bytes.
 *
 * <p>Protocols that encrypt, compress or fragment messages serialise the whole {@code FrameMessage}, as these protocols
 * do with any JGroups message without an array.
 */
public final class FrameMessage extends BaseMessage {
    /** Maximum size of an array that the receiver allocates before the array's bytes have arrived. */
    private static final int TRUSTED_BYTES = 32 << 10;

    private static final WirePieces NOTHING = new WirePieces(new byte[0], 0, null, null, 0);

    private WirePieces frame = NOTHING;

    /** JGroups calls the constructor without arguments before {@link #readFrom}. */
    public FrameMessage() {}

    FrameMessage(Address to, WirePieces frame) {
        super(to);
        this.frame = frame;
    }

    WirePieces frame() {
        return frame;
    }

    @Override
    public short getType() {
        return ProtocolIds.FRAME_MESSAGE;
    }

    @Override
    public Supplier<? extends Message> create() {
        return FrameMessage::new;
    }

    @Override
    public boolean hasPayload() {
        return frame != NOTHING;
    }

    @Override
    public boolean hasArray() {
        return false;
    }

    /** The length of the frame with all its pieces, in bytes. */
    @Override
    public int getLength() {
        return (int) Math.min(Integer.MAX_VALUE, frame.bytes());
    }

    @Override
    public byte[] getArray() {
        throw new UnsupportedOperationException("a frame in pieces has no array");
    }

    @Override
    public int getOffset() {
        throw new UnsupportedOperationException("a frame in pieces has no array");
    }

    @Override
    public Message setArray(byte[] bytes, int offset, int length) {
        throw new UnsupportedOperationException("a frame in pieces has no array");
    }

    @Override
    public Message setArray(ByteArray bytes) {
        throw new UnsupportedOperationException("a frame in pieces has no array");
    }

    @Override
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    public <T> T getObject() {
        return (T) frame;
    }

    @Override
    public Message setObject(Object object) {
        frame = (WirePieces) object;
        return this;
    }

    @Override
    protected Message copyPayload(Message copy) {
        return copy.setObject(frame);
    }

    @Override
    protected int payloadSize() {
        return 2 * Integer.BYTES + frame.count() * 2 * Integer.BYTES + getLength();
    }

    @Override
    public void writePayload(DataOutput out) throws IOException {
        out.writeInt(frame.headBytes());
        out.write(frame.head(), 0, frame.headBytes());
        out.writeInt(frame.count());
        for (int i = 0; i < frame.count(); i++) {
            byte[] piece = frame.piece(i);
            out.writeInt(frame.cut(i));
            out.writeInt(piece.length);
            out.write(piece, 0, piece.length);
        }
    }

    @Override
    public void readPayload(DataInput in) throws IOException {
        byte[] head = bytes(in, in.readInt());
        int count = in.readInt();
        // A frame contains the length of each piece, so it cannot have more pieces than bytes.
        if (count < 0 || count > head.length)
            throw new IOException("frame: expected 0.." + head.length + " pieces, got " + count);
        int[] cuts = new int[count];
        byte[][] pieces = new byte[count][];
        for (int i = 0; i < count; i++) {
            cuts[i] = in.readInt();
            pieces[i] = bytes(in, in.readInt());
        }
        try {
            frame = new WirePieces(head, head.length, cuts, pieces, count);
        } catch (MalformedFrameException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static byte[] bytes(DataInput in, int length) throws IOException {
        if (length < 0) throw new IOException("frame: expected a length, got " + length);
        byte[] bytes = new byte[Math.min(length, TRUSTED_BYTES)];
        in.readFully(bytes);
        while (bytes.length < length) {
            int there = bytes.length;
            bytes = Arrays.copyOf(bytes, (int) Math.min(length, 2L * there));
            in.readFully(bytes, there, bytes.length - there);
        }
        return bytes;
    }
}
