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
 * A frame in {@link WirePieces}. Its payloads are written to the transport from where they are, and read from it into arrays
 * of their own: a {@link org.jgroups.BytesMessage} would have them copied twice more, by way of one large array at each end.
 * Its own format, each number an int: length of the frame, the frame, number of pieces; of each piece its place in the frame,
 * its length, its bytes.
 *
 * <p>Like any JGroups message without an array, it is taken as a whole by protocols that encrypt, compress or cut.
 */
public final class FrameMessage extends BaseMessage {
    /** An array is not made longer than this before what fills it has come. */
    private static final int TRUSTED_BYTES = 32 << 10;

    private static final WirePieces NOTHING = new WirePieces(new byte[0], 0, null, null, 0);

    private WirePieces frame = NOTHING;

    /** For JGroups, before {@link #readFrom}. */
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

    /** Of the frame with all its pieces. */
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
        // Each stands behind its length, which is in the frame.
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
