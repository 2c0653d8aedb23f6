package io.abcast.jgroups.blocks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Keys;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests that the bytes of a map's snapshot depend only on the content of the map, so that members can compare digests.
 */
class MapStoreTest {
    private static MapStore store() {
        return new MapStore((key, before, after) -> {});
    }

    private static byte[] key(int number) {
        return ByteBuffer.allocate(4).putInt(number * 0x9E3779B1).array();
    }

    private static void put(MapStore store, int number, int value) {
        store.abdeliver(1, 1, MapStore.put(key(number), new byte[] {(byte) value}));
    }

    private static byte[] content(MapStore store) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        store.snapshot().writeTo(out);
        return out.toByteArray();
    }

    @Test
    void mapsWithEqualContentWriteEqualSnapshots() throws IOException {
        int keys = 3_000;
        MapStore ascending = store();
        MapStore descending = store();
        MapStore shrunk = store();
        for (int i = 0; i < keys; i++) put(ascending, i, i);
        for (int i = keys - 1; i >= 0; i--) put(descending, i, i);
        for (int i = 0; i < 10 * keys; i++) put(shrunk, i, i);
        for (int i = keys; i < 10 * keys; i++) shrunk.abdeliver(1, 1, MapStore.remove(key(i)));
        MapStore restored = store();
        restored.restore(new ByteArrayInputStream(content(shrunk)));
        byte[] expected = content(ascending);
        assertArrayEquals(expected, content(descending));
        assertArrayEquals(expected, content(shrunk));
        assertArrayEquals(expected, content(restored));
        put(restored, 1, 99);
        assertFalse(Arrays.equals(expected, content(restored)));
    }

    @Test
    void eachCommandWritesItsKeyOnly() {
        byte[] key = {(byte) 0xff, 0, 'k'};
        byte[] value = {1};
        Keys expected = Keys.writing("\u00ff\0k");
        for (byte[] command :
                List.of(
                        MapStore.put(key, value),
                        MapStore.putIfAbsent(key, value),
                        MapStore.replace(key, value, value),
                        MapStore.remove(key)))
            assertEquals(expected, MapStore.INTERFERENCE.keys(command));
        assertEquals("\u00ff\0k", MapStore.key(key));
    }

    @Test
    void bytesThatAreNoCommandHaveNoKeys() {
        for (byte[] wrong : new byte[][] {{}, {0, 1, 'k'}, {5, 1, 'k'}, {1}, {1, 9, 'k'}}) {
            IllegalArgumentException e =
                    assertThrows(
                            IllegalArgumentException.class,
                            () -> MapStore.INTERFERENCE.keys(wrong));
            assertTrue(e.getMessage().contains("expected"), e.getMessage());
        }
    }

    @Test
    void aFrozenStateDoesNotChange() throws IOException {
        MapStore store = store();
        for (int i = 0; i < 100; i++) put(store, i, 1);
        byte[] before = content(store);
        var writer = store.snapshot();
        for (int i = 0; i < 200; i++) put(store, i, 2);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        writer.writeTo(out);
        assertArrayEquals(before, out.toByteArray());
    }
}
