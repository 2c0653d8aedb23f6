package io.abcast.partitions.rows;

import io.abcast.partitions.RowKey;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** A consistent copy of a replica's rows after one delivery. A {@code FrozenRows} is immutable and thread-safe. */
public final class FrozenRows {
    /** Receives the rows of one table. */
    public interface Visitor<E extends Exception> {
        /** @param row content of the row, which must not be changed */
        void row(RowKey key, byte[] row) throws E;
    }

    private final RowSegment.Frozen[][] tables;

    FrozenRows(RowSegment.Frozen[][] tables) {
        this.tables = tables;
    }

    /** Returns the row with {@code key}; {@code null} if the row does not exist. */
    public byte[] get(RowKey key) {
        return tables[key.table()][RowTables.segment(key.id())].get(key);
    }

    /** Returns the number of rows of the table with number {@code table}. */
    public int count(int table) {
        int[] count = new int[1];
        forEachUnordered(table, (key, row) -> count[0]++);
        return count[0];
    }

    /** Visits the rows of the table with number {@code table} in the order of their keys. */
    public <E extends Exception> void forEach(int table, Visitor<E> visitor) throws E {
        TreeMap<String, byte[]> named = new TreeMap<>();
        long[][] ids = {new long[1024]};
        int[] count = new int[1];
        forEachUnordered(
                table,
                (key, row) -> {
                    if (key.name() != null) {
                        named.put(key.name(), row);
                        return;
                    }
                    if (count[0] == ids[0].length) ids[0] = Arrays.copyOf(ids[0], 2 * count[0]);
                    ids[0][count[0]++] = key.id();
                });
        Arrays.sort(ids[0], 0, count[0]);
        for (int i = 0; i < count[0]; i++) {
            RowKey key = RowKey.of(table, ids[0][i]);
            visitor.row(key, get(key));
        }
        for (Map.Entry<String, byte[]> each : named.entrySet())
            visitor.row(RowKey.of(table, each.getKey()), each.getValue());
    }

    private void forEachUnordered(int table, Visitor<RuntimeException> visitor) {
        for (RowSegment.Frozen segment : tables[table]) {
            Slots slots = segment.slots();
            Map<RowKey, byte[]> before = segment.before();
            for (int i = 0; i < slots.capacity(); i++) {
                if (slots.rows()[i] == null) continue;
                String name = slots.names() == null ? null : slots.names()[i];
                RowKey key =
                        name == null ? RowKey.of(table, slots.ids()[i]) : RowKey.of(table, name);
                if (before.isEmpty() || !before.containsKey(key)) visitor.row(key, slots.rows()[i]);
            }
            before.forEach(
                    (key, row) -> {
                        if (row != null) visitor.row(key, row);
                    });
        }
    }
}
