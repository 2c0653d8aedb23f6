package io.abcast.sim.explore;

import java.util.Arrays;

/**
 * A map from {@code long} to {@code int}, as a hash table with open addressing. Values must be at least 0, because
 * {@link #NONE} stands for a missing key.
 */
final class LongIntMap {
    static final int NONE = -1;

    private long[] keys = new long[1_024];
    private int[] values = empty(1_024);
    private int size;

    private static int[] empty(int length) {
        int[] values = new int[length];
        Arrays.fill(values, NONE);
        return values;
    }

    int get(long key) {
        int mask = keys.length - 1;
        for (int at = (int) Hash128.mix(key) & mask; ; at = (at + 1) & mask) {
            if (values[at] == NONE) return NONE;
            if (keys[at] == key) return values[at];
        }
    }

    /** The map must not contain {@code key} yet. */
    void put(long key, int value) {
        assert value >= 0 : value;
        if (2 * ++size > keys.length) grow();
        insert(key, value);
    }

    private void insert(long key, int value) {
        int mask = keys.length - 1;
        int at = (int) Hash128.mix(key) & mask;
        while (values[at] != NONE) at = (at + 1) & mask;
        keys[at] = key;
        values[at] = value;
    }

    private void grow() {
        long[] oldKeys = keys;
        int[] oldValues = values;
        keys = new long[2 * oldKeys.length];
        values = empty(keys.length);
        for (int i = 0; i < oldKeys.length; i++)
            if (oldValues[i] != NONE) insert(oldKeys[i], oldValues[i]);
    }

    int size() {
        return size;
    }
}
