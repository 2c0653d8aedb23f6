package io.abcast.sim.check;

import java.util.Arrays;

/** A growing list of {@link Txn} ordinals, in the order of deliveries or broadcasts. */
public final class Sequence {
    private int[] ordinals = new int[64];
    private int size;

    public int size() {
        return size;
    }

    public int get(int index) {
        assert index < size : index + " of " + size;
        return ordinals[index];
    }

    public void add(int ordinal) {
        if (size == ordinals.length) ordinals = Arrays.copyOf(ordinals, size * 2);
        ordinals[size++] = ordinal;
    }

    public void clear() {
        size = 0;
    }

    void truncate(int length) {
        size = Math.min(size, length);
    }

    /** -1 if the sequence does not contain {@code ordinal}. */
    int indexOf(int ordinal) {
        for (int i = 0; i < size; i++) if (ordinals[i] == ordinal) return i;
        return -1;
    }

    /** Index of the first difference between this sequence and {@code other}, or the size of the shorter sequence. */
    int commonPrefix(Sequence other) {
        int end = Math.min(size, other.size);
        int at = Arrays.mismatch(ordinals, 0, end, other.ordinals, 0, end);
        return at < 0 ? end : at;
    }

    /**
     * Returns for each ordinal in [0, ordinalsTotal) its first index in this sequence, or -1 if the ordinal is not in
     * the sequence.
     */
    int[] positions(int ordinalsTotal) {
        int[] positions = new int[ordinalsTotal];
        Arrays.fill(positions, -1);
        for (int i = size - 1; i >= 0; i--) positions[ordinals[i]] = i;
        return positions;
    }
}
