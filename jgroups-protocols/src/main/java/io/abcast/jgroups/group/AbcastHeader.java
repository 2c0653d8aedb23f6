package io.abcast.jgroups.group;

import io.abcast.driver.Hello;
import java.util.function.Supplier;
import org.jgroups.Header;

/** The header of abcast's messages in JGroups, whose one byte gives the kind of the payload. */
public final class AbcastHeader extends KindHeader {
    /** The payload is a frame of the protocol's {@link io.abcast.kernel.MessageCodec}. */
    public static final byte FRAME = 1;

    /** The payload is a {@link Hello}. */
    public static final byte HELLO = 2;

    /** The payload is a frame, followed by a MAC of its sender. */
    static final byte SEALED_FRAME = 3;

    /** The payload is a {@link SealedHello}. */
    public static final byte SEALED_HELLO = 4;

    /** The payload is the payload of a request, which was sent apart from its order, see {@link SpreadPayload}. */
    public static final byte PAYLOAD = 5;

    /** JGroups calls this constructor before {@link #readFrom}. */
    public AbcastHeader() {}

    public AbcastHeader(byte kind) {
        super(kind);
    }

    @Override
    public short getMagicId() {
        return ProtocolIds.HEADER;
    }

    @Override
    public Supplier<? extends Header> create() {
        return AbcastHeader::new;
    }

    @Override
    public String toString() {
        return switch (kind()) {
            case FRAME -> "frame";
            case HELLO -> "hello";
            case SEALED_FRAME -> "sealed frame";
            case SEALED_HELLO -> "sealed hello";
            case PAYLOAD -> "payload";
            default -> "kind " + kind();
        };
    }
}
