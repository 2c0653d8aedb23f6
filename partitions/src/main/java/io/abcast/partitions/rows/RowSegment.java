package io.abcast.partitions.rows;

import io.abcast.partitions.RowKey;
import java.util.HashMap;
import java.util.Map;

/**
 * A part of a table. Any thread may read and write it. While a freeze waits for earlier transactions, the segment keeps
 * the rows as they were before later transactions changed them.
 */
final class RowSegment {
    /** A frozen segment: the slots at the end of the freeze, and rows that differed at its seq; null: no such row. */
    record Frozen(Slots slots, Map<RowKey, byte[]> before) {
        byte[] get(RowKey key) {
            if (before.containsKey(key)) return before.get(key);
            int slot = slots.find(key);
            return slot < 0 ? null : slots.rows()[slot];
        }
    }

    private Slots slots = Slots.ofCapacity(Slots.CAPACITY_MIN, false);
    private int size;

    /** Whether a frozen segment uses the same arrays, so that the next write must copy them. */
    private boolean shared;

    /** Rows before the first write after {@link #frozenSeq}; {@code null} if no freeze waits. */
    private Map<RowKey, byte[]> before;

    private long frozenSeq;

    synchronized byte[] get(RowKey key) {
        int slot = slots.find(key);
        return slot < 0 ? null : slots.rows()[slot];
    }

    /**
     * Stores or removes a row.
     *
     * @param row the row; {@code null} removes the row
     * @param seq the transaction that writes the row
     */
    synchronized void put(RowKey key, byte[] row, long seq) {
        int slot = slots.find(key);
        if (before != null && seq > frozenSeq && !before.containsKey(key))
            before.put(key, slot < 0 ? null : slots.rows()[slot]);
        if (slot < 0 && row == null) return;
        boolean namesMissing = key.name() != null && slots.names() == null;
        boolean full = slot < 0 && (size + 1) * 4L > slots.capacity() * 3L;
        if (namesMissing || full) {
            slots = slots.resized(full ? slots.capacity() * 2 : slots.capacity(), namesMissing);
            shared = false;
            slot = slots.find(key);
        } else if (shared) {
            slots = slots.copy();
            shared = false;
        }
        if (row == null) {
            slots.free(slot);
            size--;
        } else {
            if (slot < 0) size++;
            slots.set(slot < 0 ? ~slot : slot, key, row);
        }
    }

    /** Begins a freeze of the state after all transactions up to {@code seq}. Later ones have written nothing yet. */
    synchronized void beginFreeze(long seq) {
        assert before == null : "a freeze at " + frozenSeq + " has not ended";
        frozenSeq = seq;
        before = new HashMap<>();
    }

    /** Ends a freeze, when all transactions up to its seq have written. */
    synchronized Frozen finishFreeze() {
        Frozen frozen = new Frozen(slots, before);
        before = null;
        shared = true;
        return frozen;
    }
}
