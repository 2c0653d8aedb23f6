package io.abcast.jgroups.forest;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** Several messages in one payload. Messages that wait at the same time share one frame, its digest and its acks. */
final class Bundle {
    /** Longest length field of a message. */
    static final int LENGTH_BYTES = 5;

    private Bundle() {}

    /**
     * Packs the first messages of a queue, as many as fit and at least one. The queue is not changed.
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

    /** @throws MalformedFrameException for bytes that {@link #pack} does not make */
    static List<byte[]> unpack(byte[] payload) {
        WireReader in = new WireReader(payload);
        List<byte[]> messages = new ArrayList<>();
        while (in.remaining() > 0) messages.add(in.bytes());
        return messages;
    }
}
