package io.abcast.jgroups.forest;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * Packs several multicasts into the payload of one frame. Multicasts that wait at the same time share one frame, one
 * digest and one set of acks.
 */
final class Bundle {
    /** Maximum size of the length field of a multicast in a bundle, in bytes. */
    static final int LENGTH_BYTES = 5;

    private Bundle() {}

    /**
     * Packs messages from the start of a queue: as many messages as fit into one frame, and at least one. The method
     * {@code pack} does not change the queue.
     *
     * @return the number of messages that {@code pack} has packed
     */
    static int pack(ArrayDeque<byte[]> queue, int bytesMax, WireWriter out) {
        int count = 0;
        for (byte[] message : queue) {
            if (count > 0 && out.size() + message.length + LENGTH_BYTES > bytesMax) break;
            out.bytes(message);
            count++;
        }
        return count;
    }

    /**
     * @throws MalformedFrameException if the bytes of the payload do not follow the format that {@link #pack} writes
     */
    static List<byte[]> unpack(byte[] payload) {
        WireReader in = new WireReader(payload);
        List<byte[]> messages = new ArrayList<>();
        while (in.remaining() > 0) messages.add(in.bytes());
        return messages;
    }
}
