package io.abcast.jgroups.forest;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * Packs several multicasts into the payload of one frame, so that multicasts that wait at the same time share a frame,
 * its digest and its acks.
 */
final class Bundle {
    /** Maximum size of the length field of a message, in bytes. */
    static final int LENGTH_BYTES = 5;

    private Bundle() {}

    /**
     * Packs as many messages from the start of a queue as fit, and at least one. The queue is not changed.
     *
     * @return number of packed messages
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

    /** @throws MalformedFrameException if the bytes do not follow the format that {@link #pack} writes */
    static List<byte[]> unpack(byte[] payload) {
        WireReader in = new WireReader(payload);
        List<byte[]> messages = new ArrayList<>();
        while (in.remaining() > 0) messages.add(in.bytes());
        return messages;
    }
}
