package io.abcast.jgroups;

import java.io.DataInput;
import java.io.DataOutput;
import java.util.function.Supplier;
import org.jgroups.Header;

/** Marks a JGroups message by which an {@link OMAHA} tells the others what instances took. No bytes of its own. */
public final class TimesHeader extends Header {
    static final TimesHeader INSTANCE = new TimesHeader();

    /** For JGroups, before {@link #readFrom}. */
    public TimesHeader() {}

    @Override
    public short getMagicId() {
        return ProtocolIds.TIMES;
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
        return "times of instances";
    }
}
