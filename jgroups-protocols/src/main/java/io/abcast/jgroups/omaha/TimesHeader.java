package io.abcast.jgroups.omaha;

import io.abcast.jgroups.group.ProtocolIds;
import java.util.function.Supplier;
import org.jgroups.Header;

/** Marks a JGroups message by which an {@code OMAHA} tells the others what instances took. No bytes of its own. */
public final class TimesHeader extends MarkHeader {
    static final TimesHeader INSTANCE = new TimesHeader();

    /** For JGroups, that reads one. */
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
