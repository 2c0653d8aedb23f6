package io.abcast.jgroups;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.function.Supplier;
import org.jgroups.Header;

/** Marks a message of {@link COOPER}, and says what its payload is. */
public final class CooperHeader extends Header {
    /** Who the sender is, and where it takes blocks. */
    static final byte HELLO = 1;

    /** A small message of a transfer. */
    static final byte MESSAGE = 2;

    /** A piece of a block. */
    static final byte PIECE = 3;

    private byte kind;

    /** For JGroups, before {@link #readFrom}. */
    public CooperHeader() {}

    CooperHeader(byte kind) {
        this.kind = kind;
    }

    byte kind() {
        return kind;
    }

    @Override
    public short getMagicId() {
        return ProtocolIds.COOPER_HEADER;
    }

    @Override
    public Supplier<? extends Header> create() {
        return CooperHeader::new;
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
        return "cooper " + kind;
    }
}
