package io.abcast.partitions.rows;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.abcast.kernel.SplitMix64;
import io.abcast.partitions.RowKey;
import io.abcast.partitions.StoreTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
final class RowTablesTest {
    private static final int TABLE = 3;
    private static final int SEEDS = 60;

    private static RowTables tables() {
        return new RowTables(List.of(StoreTable.rows(TABLE, "t"), StoreTable.rows(9, "u")));
    }

    private static RowKey key(SplitMix64 random, int range) {
        long number = Long.remainderUnsigned(random.next(), range);
        return number % 3 == 0 ? RowKey.of(TABLE, "name " + number) : RowKey.of(TABLE, number);
    }

    private static Map<RowKey, byte[]> content(FrozenRows rows) {
        Map<RowKey, byte[]> found = new TreeMap<>();
        List<RowKey> order = new ArrayList<>();
        rows.forEach(
                TABLE,
                (key, row) -> {
                    found.put(key, row);
                    order.add(key);
                });
        assertEquals(new ArrayList<>(found.keySet()), order, "rows come in the order of keys");
        return found;
    }

    private static void assertSame(Map<RowKey, byte[]> expected, FrozenRows rows) {
        Map<RowKey, byte[]> actual = content(rows);
        assertEquals(expected.keySet(), actual.keySet());
        assertEquals(expected.size(), rows.count(TABLE));
        expected.forEach(
                (key, row) -> {
                    assertArrayEquals(row, actual.get(key), key::toString);
                    assertArrayEquals(row, rows.get(key), key::toString);
                });
    }

    @Test
    void aFreezeHasExactlyTheWritesUpToItsSeq() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            SplitMix64 random = new SplitMix64(seed);
            int range = 1 + (int) Long.remainderUnsigned(random.next(), 300);
            RowTables tables = tables();
            Map<RowKey, byte[]> early = new TreeMap<>();
            Map<RowKey, byte[]> all = new TreeMap<>();
            List<FrozenRows> frozen = new ArrayList<>();
            List<Map<RowKey, byte[]>> expected = new ArrayList<>();
            for (int freeze = 0; freeze < 4; freeze++) {
                for (int i = 0; i < 200; i++) write(random, range, tables, all, 10L * freeze);
                early = new TreeMap<>(all);
                tables.beginFreeze(10L * freeze + 1);
                Map<RowKey, byte[]> later = new TreeMap<>();
                for (int i = 0; i < 200; i++) {
                    RowKey key = key(random, range);
                    boolean isLater = later.containsKey(key) || (random.next() & 1) == 0;
                    byte[] row = row(random);
                    tables.put(key, row, 10L * freeze + (isLater ? 2 : 1));
                    put(all, key, row);
                    if (isLater) later.put(key, row);
                    else put(early, key, row);
                }
                frozen.add(tables.finishFreeze());
                expected.add(early);
                for (int k = 0; k < frozen.size(); k++) assertSame(expected.get(k), frozen.get(k));
            }
            tables.beginFreeze(1000);
            assertSame(all, tables.finishFreeze());
        }
    }

    private static void write(
            SplitMix64 random, int range, RowTables tables, Map<RowKey, byte[]> all, long seq) {
        RowKey key = key(random, range);
        byte[] row = row(random);
        tables.put(key, row, seq);
        put(all, key, row);
        assertArrayEquals(row, tables.get(key));
    }

    private static byte[] row(SplitMix64 random) {
        long number = random.next();
        return number % 3 == 0 ? null : new byte[] {(byte) number, (byte) (number >>> 8)};
    }

    private static void put(Map<RowKey, byte[]> all, RowKey key, byte[] row) {
        if (row == null) all.remove(key);
        else all.put(key, row);
    }

    @Test
    void manyRowsAndRemovalsKeepAllOthersReachable() {
        RowTables tables = tables();
        int rows = 50_000;
        for (int i = 0; i < rows; i++) tables.load(RowKey.of(TABLE, i * 16L), new byte[] {1});
        for (int i = 0; i < rows; i += 2) tables.put(RowKey.of(TABLE, i * 16L), null, 1);
        for (int i = 0; i < rows; i++)
            assertEquals(i % 2 == 0, tables.get(RowKey.of(TABLE, i * 16L)) == null);
    }
}
