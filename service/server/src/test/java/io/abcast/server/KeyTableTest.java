package io.abcast.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class KeyTableTest {
    private static final int KEYS = 20_000;

    private record Frozen(KeyTable copy, Map<Integer, Long> model) {}

    private final KeyTable table = new KeyTable();
    private final Map<Integer, Long> model = new HashMap<>();

    @Test
    void hasTheContentOfAMapAndCopiesDoNotChange() {
        Random random = new Random(5);
        List<Frozen> copies = new ArrayList<>();
        for (int i = 1; i <= 200_000; i++) {
            int key = random.nextInt(KEYS);
            if (random.nextInt(4) == 0) assertEquals(model.remove(key) != null, remove(key));
            else put(key, i);
            if (i % 40_000 == 0) copies.add(new Frozen(table.copy(), new HashMap<>(model)));
        }
        check(table, model);
        for (Frozen frozen : copies) check(frozen.copy(), frozen.model());
    }

    @Test
    void keysOfAllLengthsAreDistinguished() {
        for (int length = 1; length < 40; length++)
            table.put(new Key(new byte[length]), length, new byte[0], 0);
        for (int length = 1; length < 40; length++)
            assertEquals(length, table.get(new Key(new byte[length])).version());
        assertFalse(table.remove(new Key(new byte[40])));
        assertTrue(table.remove(new Key(new byte[7])));
        assertNull(table.get(new Key(new byte[7])));
    }

    private void put(int key, long version) {
        byte[] command = ByteBuffer.allocate(6).putInt(1, key).array();
        table.put(new Key(command, 1, 4), version, command, 5);
        model.put(key, version);
    }

    private boolean remove(int key) {
        return table.remove(key(key));
    }

    private static Key key(int key) {
        return new Key(ByteBuffer.allocate(4).putInt(key).array());
    }

    private static void check(KeyTable table, Map<Integer, Long> model) {
        assertEquals(model.size(), table.size());
        for (int key = 0; key < KEYS; key++) {
            Item item = table.get(key(key));
            assertEquals(model.get(key), item == null ? null : (Long) item.version());
        }
        int[] seen = new int[1];
        table.forEach(
                (key, item) -> {
                    assertEquals(model.get(ByteBuffer.wrap(key).getInt()), item.version());
                    seen[0]++;
                });
        assertEquals(model.size(), seen[0]);
    }
}
