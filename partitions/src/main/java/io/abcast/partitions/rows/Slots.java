package io.abcast.partitions.rows;

import io.abcast.kernel.SplitMix64;
import io.abcast.partitions.RowKey;

/**
 * A hash table of rows with open addressing and linear probing. A row whose key is a number takes 12 to 24 bytes of the
 * hash table, in addition to the row's content.
 *
 * @param ids for each slot, the number of the row, or the hash of the row's name.
 * @param rows for each slot, the content of the row; null if the slot is free
 * @param names for each slot, the name of the row, or null for a number; the array is null if no row has a name
 */
record Slots(long[] ids, byte[][] rows, String[] names) {
    static final int CAPACITY_MIN = 16;

    static Slots ofCapacity(int capacity, boolean named) {
        return new Slots(
                new long[capacity], new byte[capacity][], named ? new String[capacity] : null);
    }

    int capacity() {
        return rows.length;
    }

    /**
     * Returns the index of the slot with the row {@code key}; if no such row exists, the bitwise complement of the
     * index for a new row.
     */
    int find(RowKey key) {
        int mask = rows.length - 1;
        int slot = first(key.id(), mask);
        while (rows[slot] != null) {
            if (ids[slot] == key.id() && sameName(slot, key.name())) return slot;
            slot = slot + 1 & mask;
        }
        return ~slot;
    }

    private boolean sameName(int slot, String name) {
        String own = names == null ? null : names[slot];
        return own == null ? name == null : own.equals(name);
    }

    private static int first(long id, int mask) {
        return (int) SplitMix64.mix(id) & mask;
    }

    void set(int slot, RowKey key, byte[] row) {
        ids[slot] = key.id();
        rows[slot] = row;
        if (names != null) names[slot] = key.name();
    }

    void free(int slot) {
        int mask = rows.length - 1;
        int hole = slot;
        for (int next = hole + 1 & mask; rows[next] != null; next = next + 1 & mask) {
            int first = first(ids[next], mask);
            if ((next - first & mask) < (next - hole & mask)) continue;
            move(next, hole);
            hole = next;
        }
        rows[hole] = null;
        if (names != null) names[hole] = null;
    }

    private void move(int from, int to) {
        ids[to] = ids[from];
        rows[to] = rows[from];
        if (names != null) names[to] = names[from];
    }

    /**
     * @param capacity number of slots, a power of two
     * @param named whether the copy has space for names
     */
    Slots resized(int capacity, boolean named) {
        Slots copy = ofCapacity(capacity, named || names != null);
        int mask = capacity - 1;
        for (int i = 0; i < rows.length; i++) {
            if (rows[i] == null) continue;
            int slot = first(ids[i], mask);
            while (copy.rows[slot] != null) slot = slot + 1 & mask;
            copy.ids[slot] = ids[i];
            copy.rows[slot] = rows[i];
            if (names != null) copy.names[slot] = names[i];
        }
        return copy;
    }

    Slots copy() {
        return new Slots(ids.clone(), rows.clone(), names == null ? null : names.clone());
    }
}
