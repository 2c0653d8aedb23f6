package io.abcast.jgroups.forest;

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
    static final int LENGTH_BYTES = 5;

    private Bundle() {}

    static int pack(ArrayDeque<byte[]> queue, int bytesMax, WireWriter out) {
        int count = 0;
        for (byte[] message : queue) {
            if (count > 0 && out.size() + message.length + LENGTH_BYTES > bytesMax) break;
            out.bytes(message);
            count++;
        }
        return count;
    }

    static List<byte[]> unpack(byte[] payload) {
        WireReader in = new WireReader(payload);
        List<byte[]> messages = new ArrayList<>();
        while (in.remaining() > 0) messages.add(in.bytes());
        return messages;
    }
}
