package io.abcast.papers.wan;

import io.abcast.dissemination.forest.node.ForestCodec;
import io.abcast.dissemination.forest.node.ForestMessage;
import io.abcast.dissemination.forest.node.ForestMessage.Frame;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;
import io.abcast.kernel.WireWriter;
import io.abcast.ordering.OrderingCodec;
import io.abcast.ordering.log.LogMessage;

/** Computes sizes of messages on the wire: the bytes that the codecs write, and the bytes that the transport adds. */
final class WireSizes {
    private static final int MESSAGE_BYTES = 25;
    private static final int LENGTH_BYTES = 4;

    private final OrderingCodec ordering;
    private final ForestCodec forest = new ForestCodec();
    private final WireWriter writer = new WireWriter(8 << 10);

    /** Cached, because most messages go to several members and all copies have the same size. */
    private Message last;

    private int lastBytes;

    WireSizes(Membership members) {
        ordering = OrderingCodec.of(members);
    }

    int of(Message message) {
        Message body = LogMessage.unframed(message);
        if (body == last) return lastBytes;
        writer.clear();
        if (message instanceof ForestMessage m) forest.encode(m, writer);
        else ordering.encode(message, writer);
        last = body;
        lastBytes = writer.size() + (message instanceof Frame ? LENGTH_BYTES : MESSAGE_BYTES);
        return lastBytes;
    }
}
