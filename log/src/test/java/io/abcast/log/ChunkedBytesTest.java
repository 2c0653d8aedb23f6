package io.abcast.log;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

final class ChunkedBytesTest {
    @Test
    void readsWhatWasWritten() throws IOException {
        Random random = new Random(3);
        ChunkedBytes written = new ChunkedBytes();
        ByteArrayOutputStream model = new ByteArrayOutputStream();
        for (int i = 0; i < 200; i++) {
            byte[] part = new byte[random.nextInt(i % 10 == 0 ? 200_000 : 3_000)];
            random.nextBytes(part);
            written.write(part);
            written.write(i);
            model.write(part);
            model.write(i);
        }
        byte[] all = model.toByteArray();
        CRC32C crc = new CRC32C();
        crc.update(all);
        assertEquals(all.length, written.size());
        assertEquals((int) crc.getValue(), written.checksum());
        assertArrayEquals(all, written.open().readAllBytes());
        for (int i = 0; i < 200; i++) {
            int from = random.nextInt(all.length + 100);
            int length = random.nextInt(200_000);
            int end = Math.min(all.length, from + length);
            byte[] expected = from >= end ? new byte[0] : Arrays.copyOfRange(all, from, end);
            assertArrayEquals(expected, written.read(from, length));
        }
    }

    @Test
    void anEmptySequenceIsRead() throws IOException {
        ChunkedBytes empty = new ChunkedBytes();
        assertEquals(-1, empty.open().read());
        assertEquals(0, empty.read(0, 10).length);
        assertEquals(0, empty.checksum());
    }
}
