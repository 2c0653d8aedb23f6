package io.abcast.jgroups.forest;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireWriter;
import java.util.ArrayDeque;
import java.util.List;
import org.junit.jupiter.api.Test;

final class BundleTest {
    private static final int MAX = 1000;

    @Test
    void messagesThatFitShareAPayloadInTheirOrder() {
        ArrayDeque<byte[]> queue = new ArrayDeque<>();
        for (int i = 0; i < 10; i++) queue.add(new byte[] {(byte) i, 0, 0});
        WireWriter out = new WireWriter(16);
        assertEquals(10, Bundle.pack(queue, MAX, out));
        List<byte[]> messages = Bundle.unpack(out.toByteArray());
        for (int i = 0; i < 10; i++) assertArrayEquals(queue.remove(), messages.get(i));
    }

    @Test
    void aPayloadIsNotLongerThanAFrameUnlessItsFirstMessageIs() {
        ArrayDeque<byte[]> queue = new ArrayDeque<>();
        for (int i = 0; i < 10; i++) queue.add(new byte[300]);
        WireWriter out = new WireWriter(16);
        assertEquals(3, Bundle.pack(queue, MAX, out));
        assertTrue(out.size() <= MAX);
        queue.addFirst(new byte[5000]);
        assertEquals(1, Bundle.pack(queue, MAX, new WireWriter(16)));
    }

    @Test
    void aLengthBeyondThePayloadIsMalformed() {
        byte[] payload = {2, 7, 7, 9, 1};
        assertThrows(MalformedFrameException.class, () -> Bundle.unpack(payload));
    }
}
