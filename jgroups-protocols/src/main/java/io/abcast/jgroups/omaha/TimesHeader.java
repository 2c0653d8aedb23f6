package io.abcast.jgroups.omaha;

import io.abcast.jgroups.group.ProtocolIds;
import java.util.function.Supplier;
import org.jgroups.Header;

/** Marks a message of {@code OMAHA} that contains the latencies of an application's instances. */
public final class TimesHeader extends MarkHeader {
    static final TimesHeader INSTANCE = new TimesHeader();

    /** JGroups calls the constructor without arguments to read a header. */
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
    public String toString() {
        return "times of instances";
    }
}
