package io.abcast.client.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class KeyPartitionsTest {
    /** If a release changed the partition numbers of keys, stored keys would become unreachable. */
    @Test
    void keysKeepTheirPartitions() {
        assertEquals(809, KeyPartitions.of(new byte[0], 1000));
        assertEquals(893, KeyPartitions.of("foobar".getBytes(UTF_8), 1000));
        assertEquals(216, KeyPartitions.of("\u00e9t\u00e9".getBytes(UTF_8), 1000));
    }

    @Test
    void aPartOfAnArrayCounts() {
        byte[] bytes = "--foobar--".getBytes(UTF_8);
        assertEquals(
                KeyPartitions.of("foobar".getBytes(UTF_8), 7), KeyPartitions.of(bytes, 2, 6, 7));
    }

    @Test
    void keysThatDifferInOneDigitAreSpread() {
        int[] counts = new int[4];
        for (int i = 0; i < 4000; i++)
            counts[KeyPartitions.of(("key" + i).getBytes(UTF_8), counts.length)]++;
        for (int count : counts) assertTrue(count > 800 && count < 1200, () -> "keys: " + count);
    }
}
