package io.abcast.jgroups.forest;

import io.abcast.jgroups.group.ProtocolIds;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.function.Supplier;
import org.jgroups.Header;

/** The header of {@code FOREST}'s messages, which gives the kind of the message. */
public final class ForestHeader extends Header {
    /** Marks a message of GMS with which two members agree to become one group: its sender has {@code FOREST}. */
    public static final byte MARK = 1;

    /** A {@link ForestHello}. */
    public static final byte HELLO = 2;

    /** A small message of a node or controller. */
    public static final byte CONTROL = 3;

    /** A multicast for one member that has no frame connections yet. */
    public static final byte COPY = 4;

    private byte kind;

    /** Used by JGroups before {@link #readFrom}. */
    public ForestHeader() {}

    public ForestHeader(byte kind) {
        this.kind = kind;
    }

    public byte kind() {
        return kind;
    }

    @Override
    public short getMagicId() {
        return ProtocolIds.FOREST_HEADER;
    }

    @Override
    public Supplier<? extends Header> create() {
        return ForestHeader::new;
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
        return "forest " + kind;
    }
}
