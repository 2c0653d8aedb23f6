package io.abcast.jgroups.omaha;

import io.abcast.jgroups.group.ProtocolIds;
import java.util.function.Supplier;
import org.jgroups.Header;

/** Marks a composite of {@code OMAHA}: a JGroups message whose payload consists of several messages. */
public final class CompositeHeader extends MarkHeader {
    public static final CompositeHeader INSTANCE = new CompositeHeader();

    /** JGroups calls the constructor without arguments to read a header. */
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
    public String toString() {
        return "composite";
    }
}
