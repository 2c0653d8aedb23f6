package io.abcast.sim.explore;

/**
 * A set of 128-bit fingerprints of states, as a hash table with open addressing and 16 bytes for each place of the
 * table. At most three quarters of the places of the table are occupied.
 */
final class Visited {
    private static final int PARTS_LOG = 10;
    private static final int PARTS = 1 << PARTS_LOG;

    private final long[][] parts = new long[PARTS][];
    private final int[] sizes = new int[PARTS];
    private long size;
    private long places;

    Visited() {
        for (int i = 0; i < PARTS; i++) parts[i] = new long[16];
        places = 8L * PARTS;
    }

    /** Returns whether the fingerprint is new in the set. */
    boolean add(long low, long high) {
        // Zeros mark a free place, so a fingerprint of zeros must be changed.
        if (low == 0 && high == 0) high = 1;
        int part = (int) (high >>> (64 - PARTS_LOG));
        if (!insert(parts[part], low, high)) return false;
        size++;
        if (4L * ++sizes[part] > 3L * (parts[part].length >> 1)) grow(part);
        return true;
    }

    boolean contains(long low, long high) {
        if (low == 0 && high == 0) high = 1;
        long[] table = parts[(int) (high >>> (64 - PARTS_LOG))];
        int mask = (table.length >> 1) - 1;
        for (int at = (int) Hash128.mix(low) & mask; ; at = (at + 1) & mask) {
            if (table[2 * at] == low && table[2 * at + 1] == high) return true;
            if (table[2 * at] == 0 && table[2 * at + 1] == 0) return false;
        }
    }

    private static boolean insert(long[] table, long low, long high) {
        int mask = (table.length >> 1) - 1;
        for (int at = (int) Hash128.mix(low) & mask; ; at = (at + 1) & mask) {
            long there = table[2 * at];
            long thereHigh = table[2 * at + 1];
            if (there == low && thereHigh == high) return false;
            if (there == 0 && thereHigh == 0) {
                table[2 * at] = low;
                table[2 * at + 1] = high;
                return true;
            }
        }
    }

    private void grow(int part) {
        long[] old = parts[part];
        long[] larger = new long[2 * old.length];
        for (int i = 0; i < old.length; i += 2)
            if (old[i] != 0 || old[i + 1] != 0) insert(larger, old[i], old[i + 1]);
        parts[part] = larger;
        places += old.length >> 1;
    }

    long size() {
        return size;
    }

    long bytes() {
        return 16 * places;
    }
}
