package io.abcast.jgroups.group;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.jgroups.Header;

/**
 * A JGroups header of one byte, which states the kind of the message's payload. The byte of a received header may have
 * any value.
 */
public abstract class KindHeader extends Header {
    private byte kind;

    /** JGroups creates a header without a kind, and then calls {@link #readFrom}. */
    protected KindHeader() {}

    protected KindHeader(byte kind) {
        this.kind = kind;
    }

    public final byte kind() {
        return kind;
    }

    @Override
    public final int serializedSize() {
        return Byte.BYTES;
    }

    @Override
    public final void writeTo(DataOutput out) throws IOException {
        out.writeByte(kind);
    }

    @Override
    public final void readFrom(DataInput in) throws IOException {
        kind = in.readByte();
    }
}
