package io.abcast.partitions.rows;

import io.abcast.kernel.SplitMix64;
import io.abcast.partitions.RowKey;

/**
 * A hash table with open addressing and linear probing. A slot is free if its row is null. A row with a number takes 12
 * to 24 bytes beside the array of its content.
 *
 * @param ids number of the row in each slot, or the hash of its name
 * @param rows row in each slot
 * @param names name of the row in each slot, null for a number; the array is null if no row has a name
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

    /** The slot of a row; a negative number, the complement of the first free slot, if there is no such row. */
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

    /** Frees a slot, and moves later rows so that each row stays reachable from its first slot. */
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

    /** A copy with another capacity, which is a power of two, or with room for names. */
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
