package io.abcast.jgroups.forest;

import io.abcast.jgroups.group.KindHeader;
import io.abcast.jgroups.group.ProtocolIds;
import java.util.function.Supplier;
import org.jgroups.Header;

/** The header of {@code FOREST}'s messages, which gives the kind of the message. */
public final class ForestHeader extends KindHeader {
    /** Marks a message of GMS with which two members agree to become one group: its sender has {@code FOREST}. */
    public static final byte MARK = 1;

    /** A {@link ForestHello}. */
    public static final byte HELLO = 2;

    /** A small message of a node or controller. */
    public static final byte CONTROL = 3;

    /** A multicast for one member that has no frame connections yet. */
    public static final byte COPY = 4;

    /** Used by JGroups before {@link #readFrom}. */
    public ForestHeader() {}

    public ForestHeader(byte kind) {
        super(kind);
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
    public String toString() {
        return "forest " + kind();
    }
}
