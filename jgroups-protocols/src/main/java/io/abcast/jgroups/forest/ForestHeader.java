package io.abcast.jgroups.forest;

import io.abcast.jgroups.group.KindHeader;
import io.abcast.jgroups.group.ProtocolIds;
import java.util.function.Supplier;
import org.jgroups.Header;

/**
 * The JGroups header of the messages of {@code FOREST}, the protocol that multicasts over trees of members. The single
 * byte of a FOREST header states the kind of the message.
 */
public final class ForestHeader extends KindHeader {
    /** Kind of a join or merge message of GMS whose sender has {@code FOREST} in its stack. */
    public static final byte MARK = 1;

    /** Kind of a message whose payload is a {@link ForestHello}. */
    public static final byte HELLO = 2;

    /** Kind of a message whose payload is a control message between the {@code FOREST} protocols of two members. */
    public static final byte CONTROL = 3;

    /**
     * Kind of a message that is a copy of a multicast for one member that has no frame connections with this member
     * yet.
     */
    public static final byte COPY = 4;

    /** JGroups calls the constructor without arguments before {@link #readFrom}. */
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
