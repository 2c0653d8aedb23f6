package io.abcast.jgroups.group;

import io.abcast.driver.Hello;
import java.util.function.Supplier;
import org.jgroups.Header;

/**
 * The JGroups header of abcast's messages. The single byte of an abcast header states the kind of the message's
 * payload.
 */
public final class AbcastHeader extends KindHeader {
    /** Kind of a message whose payload is a frame of the protocol's {@link io.abcast.kernel.MessageCodec}. */
    public static final byte FRAME = 1;

    /** Kind of a message whose payload is a {@link Hello}. */
    public static final byte HELLO = 2;

    /** Kind of a message whose payload is a frame, followed by a MAC of the frame's sender. */
    static final byte SEALED_FRAME = 3;

    /** Kind of a message whose payload is a {@link SealedHello}. */
    public static final byte SEALED_HELLO = 4;

    /**
     * Kind of a message that carries the payload of a request, sent separately from the message that orders the
     * request, see {@link SpreadPayload}.
     */
    public static final byte PAYLOAD = 5;

    /** JGroups calls the constructor without arguments before {@link #readFrom}. */
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
