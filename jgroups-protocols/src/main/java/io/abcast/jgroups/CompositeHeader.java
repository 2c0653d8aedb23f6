package io.abcast.jgroups;

import java.io.DataInput;
import java.io.DataOutput;
import java.util.function.Supplier;
import org.jgroups.Header;

/** Marks a JGroups message whose payload is several messages, see {@link OMAHA}. No bytes of its own. */
public final class CompositeHeader extends Header {
    static final CompositeHeader INSTANCE = new CompositeHeader();

    /** For JGroups, before {@link #readFrom}. */
    public CompositeHeader() {}

    @Override
    public short getMagicId() {
        return ProtocolIds.COMPOSITE;
    }

    @Override
    public Supplier<? extends Header> create() {
        return () -> INSTANCE;
    }

    @Override
    public int serializedSize() {
        return 0;
    }

    @Override
    public void writeTo(DataOutput out) {}

    @Override
    public void readFrom(DataInput in) {}

    @Override
    public String toString() {
        return "composite";
    }
}
