package io.abcast.client.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests that readers and servers of different versions understand each other, because each value of a status has a
 * name.
 */
final class StatusFieldsTest {
    @Test
    void statusSurvivesEncodingInOrder() {
        StatusFields sent = new StatusFields().put("id", 3).put("reason", "äöü ☃").put("x.1.y", "");
        StatusFields read = StatusFields.decode(sent.encode());
        assertEquals(List.of("id", "reason", "x.1.y"), new ArrayList<>(read.values().keySet()));
        assertEquals(sent, read);
        assertEquals(3, read.number("id", -1));
        assertEquals(-1, read.number("reason", -1));
        assertEquals("", read.text("of a later version"));
    }

    @Test
    void aLongTextIsCutBetweenCharacters() {
        for (int shift = 0; shift < 4; shift++) {
            String text = "a".repeat(shift) + "☃".repeat(2_000);
            String read = StatusFields.decode(new StatusFields().put("t", text).encode()).text("t");
            assertTrue(text.startsWith(read) && read.length() > 1_300, read);
        }
    }

    @Test
    void aMalformedStatusIsRefusedWithoutAllocatingItsAnnouncedLength() {
        byte[] good = new StatusFields().put("id", 3).encode();
        for (int length = 0; length < good.length; length++) refused(Arrays.copyOf(good, length));
        refused(Arrays.copyOf(good, good.length + 1));
        refused(new WireWriter(16).varint(StatusFields.COUNT_MAX + 1).toByteArray());
        refused(new WireWriter(16).varint(1).varint(Integer.MAX_VALUE).toByteArray());
    }

    private static void refused(byte[] bytes) {
        assertThrows(MalformedFrameException.class, () -> StatusFields.decode(bytes));
    }
}
