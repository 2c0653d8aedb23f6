package io.abcast.jgroups.group;

import io.abcast.driver.Hello;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.function.Supplier;
import org.jgroups.Header;

/** The header of abcast's messages in JGroups. Its one byte gives the kind of the payload. */
public final class AbcastHeader extends Header {
    /** The payload is a frame of the protocol's {@link io.abcast.kernel.MessageCodec}. */
    public static final byte FRAME = 1;

    /** The payload is a {@link Hello}. */
    public static final byte HELLO = 2;

    /** The payload is a frame, followed by a MAC of its sender. */
    static final byte SEALED_FRAME = 3;

    /** The payload is a {@link SealedHello}. */
    public static final byte SEALED_HELLO = 4;

    private byte kind;

    /** JGroups calls this constructor before {@link #readFrom}. */
    public AbcastHeader() {}

    public AbcastHeader(byte kind) {
        this.kind = kind;
    }

    /** One of the kinds above, or any other value that was received. */
    public byte kind() {
        return kind;
    }

    @Override
    public short getMagicId() {
        return ProtocolIds.HEADER;
    }

    @Override
    public Supplier<? extends Header> create() {
        return AbcastHeader::new;
    }

    @Override
    public int serializedSize() {
        return Byte.BYTES;
    }

    @Override
    public void writeTo(DataOutput out) throws IOException {
        out.writeByte(kind);
    }

    @Override
    public void readFrom(DataInput in) throws IOException {
        kind = in.readByte();
    }

    @Override
    public String toString() {
        return switch (kind) {
            case FRAME -> "frame";
            case HELLO -> "hello";
            case SEALED_FRAME -> "sealed frame";
            case SEALED_HELLO -> "sealed hello";
            default -> "kind " + kind;
        };
    }
}
