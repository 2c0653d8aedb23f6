package io.abcast.client.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.MalformedFrameException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MultiPutTest {
    private static final byte[] VALUE = {9, 8, 7, 6};

    @Test
    void commandsSurviveEncoding() {
        List<byte[]> keys = List.of("one".getBytes(UTF_8), "three".getBytes(UTF_8));
        byte[] bytes = MultiPut.encode(5, 6, keys, VALUE);
        MultiPut put = MultiPut.parse(bytes);
        assertEquals(5, put.session());
        assertEquals(6, put.sequence());
        assertEquals(2, put.keys());
        for (int i = 0; i < 2; i++) {
            byte[] key =
                    Arrays.copyOfRange(
                            bytes, put.keyOffsets()[i], put.keyOffsets()[i] + put.keyBytes()[i]);
            assertArrayEquals(keys.get(i), key);
            assertEquals(KeyPartitions.of(key, 7), put.partition(i, 7));
        }
        assertArrayEquals(VALUE, Arrays.copyOfRange(bytes, put.valueOffset(), bytes.length));
    }

    @Test
    void aCommandCutAnywhereBeforeItsValueIsRefused() {
        byte[] bytes = MultiPut.encode(1, 1, List.of(VALUE, VALUE), new byte[0]);
        for (int length = 0; length < bytes.length; length++)
            assertRefused(Arrays.copyOf(bytes, length), "");
    }

    @Test
    void keysOutOfTheirBoundsAreRefused() {
        assertRefused(MultiPut.encode(1, 1, List.of(), VALUE), "expected 1..4096");
        assertRefused(MultiPut.encode(1, 1, List.of(new byte[0]), VALUE), "key");
        assertRefused(MultiPut.encode(1, 1, List.of(new byte[1025]), VALUE), "key");
        List<byte[]> tooMany = Collections.nCopies(MultiPut.KEYS_MAX + 1, new byte[] {1});
        assertRefused(MultiPut.encode(1, 1, tooMany, VALUE), "4096");
    }

    private static void assertRefused(byte[] bytes, String expected) {
        MalformedFrameException refused =
                assertThrows(MalformedFrameException.class, () -> MultiPut.parse(bytes));
        assertTrue(refused.getMessage().contains(expected), refused.getMessage());
    }
}
