package io.abcast.jgroups.cooper;

import io.abcast.jgroups.group.KindHeader;
import io.abcast.jgroups.group.ProtocolIds;
import java.util.function.Supplier;
import org.jgroups.Header;

/** The header of {@code COOPER}'s messages, which gives the kind of the payload. */
public final class CooperHeader extends KindHeader {
    /**
     * The payload is a {@link CooperHello}: the id of the sender, and the address at which the sender accepts blocks.
     */
    public static final byte HELLO = 1;

    /** The payload is a control message of a transfer. */
    public static final byte MESSAGE = 2;

    /** The payload is a piece of a block. */
    public static final byte PIECE = 3;

    /** JGroups calls this constructor before {@link #readFrom}. */
    public CooperHeader() {}

    public CooperHeader(byte kind) {
        super(kind);
    }

    @Override
    public short getMagicId() {
        return ProtocolIds.COOPER_HEADER;
    }

    @Override
    public Supplier<? extends Header> create() {
        return CooperHeader::new;
    }

    @Override
    public String toString() {
        return "cooper " + kind();
    }
}
