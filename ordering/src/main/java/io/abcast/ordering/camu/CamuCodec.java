package io.abcast.ordering.camu;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.MessageCodec;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;

/**
 * The wire format of the messages between replicas of CaMu's partitions. A frame of CaMu consists of a version, a
 * message type and the message's content.
 */
public final class CamuCodec implements MessageCodec<CamuMessage> {
    private static final int VERSION = 1;

    private final PartitionMap map;

    /** Creates the wire format for messages between the partitions that {@code map} lists. */
    public CamuCodec(PartitionMap map) {
        this.map = map;
    }

    @Override
    public int versionMax() {
        return VERSION;
    }

    @Override
    public void encode(CamuMessage message, int version, WireWriter out) {
        CamuMessage.write(message, out.u8(VERSION));
    }

    @Override
    public CamuMessage decode(WireReader in) {
        int version = in.u8();
        if (version != VERSION)
            throw new MalformedFrameException("version: expected " + VERSION + ", got " + version);
        CamuMessage message = CamuMessage.read(in, map);
        in.end();
        return message;
    }
}
