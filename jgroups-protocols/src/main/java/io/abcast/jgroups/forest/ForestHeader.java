package io.abcast.jgroups.forest;

import io.abcast.jgroups.group.KindHeader;
import io.abcast.jgroups.group.ProtocolIds;
import java.util.function.Supplier;
import org.jgroups.Header;

/** The header of {@code FOREST}'s messages, which gives the kind of the message. */
public final class ForestHeader extends KindHeader {
    /** Marks a join or merge message of GMS. The mark shows that the sender has {@code FOREST} in its stack. */
    public static final byte MARK = 1;

    /** The payload is a {@link ForestHello}. */
    public static final byte HELLO = 2;

    /** The payload is a small message between the nodes or controllers of two members. */
    public static final byte CONTROL = 3;

    /** The message is a copy of a multicast, for one member that has no frame connections yet. */
    public static final byte COPY = 4;

    /** JGroups calls this constructor before {@link #readFrom}. */
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
