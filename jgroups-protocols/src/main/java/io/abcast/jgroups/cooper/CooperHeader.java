package io.abcast.jgroups.cooper;

import io.abcast.jgroups.group.KindHeader;
import io.abcast.jgroups.group.ProtocolIds;
import java.util.function.Supplier;
import org.jgroups.Header;

/**
 * The JGroups header of the messages of {@code COOPER}, the protocol that transfers files. The single byte of a COOPER
 * header states the kind of the message's payload.
 */
public final class CooperHeader extends KindHeader {
    /**
     * Kind of a message whose payload is a {@link CooperHello}: the server id of the sender, and the address at which
     * the sender accepts blocks of files.
     */
    public static final byte HELLO = 1;

    /** Kind of a message whose payload is a control message of a file transfer. */
    public static final byte MESSAGE = 2;

    /** Kind of a message whose payload is a piece of a block of a file. */
    public static final byte PIECE = 3;

    /** JGroups calls the constructor without arguments before {@link #readFrom}. */
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
