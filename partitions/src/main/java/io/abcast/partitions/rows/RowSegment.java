package io.abcast.partitions.rows;

import io.abcast.partitions.RowKey;
import java.util.HashMap;
import java.util.Map;

/**
 * A part of one table of a replica; the hash of a row's key selects the segment. Any thread may read and write a
 * segment. During a freeze (consistent copy of the rows after one delivery), the segment keeps the old version of each
 * row that a later transaction changes.
 */
final class RowSegment {
    /**
     * A segment as it was in a frozen state.
     *
     * @param slots the rows at the end of the freeze
     * @param before old versions of rows that transactions after the frozen delivery have changed; null for a row that
     *     did not exist
     */
    record Frozen(Slots slots, Map<RowKey, byte[]> before) {
        byte[] get(RowKey key) {
            if (before.containsKey(key)) return before.get(key);
            int slot = slots.find(key);
            return slot < 0 ? null : slots.rows()[slot];
        }
    }

    private Slots slots = Slots.ofCapacity(Slots.CAPACITY_MIN, false);
    private int size;

    /** Whether a frozen segment uses the arrays of this segment, so that the next write must copy the arrays. */
    private boolean shared;

    private Map<RowKey, byte[]> before;

    private long frozenSeq;

    synchronized byte[] get(RowKey key) {
        int slot = slots.find(key);
        return slot < 0 ? null : slots.rows()[slot];
    }

    /**
     * @param row the new content of the row; {@code null} removes the row
     * @param seq number of the delivery of the transaction that writes the row
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

    /**
     * Begins a freeze (consistent copy) of the rows; called before any transaction after delivery {@code seq} writes.
     */
    synchronized void beginFreeze(long seq) {
        assert before == null : "a freeze at " + frozenSeq + " has not ended";
        frozenSeq = seq;
        before = new HashMap<>();
    }

    /**
     * Ends the freeze and returns the frozen segment; called after all transactions up to the frozen delivery have
     * written.
     */
    synchronized Frozen finishFreeze() {
        Frozen frozen = new Frozen(slots, before);
        before = null;
        shared = true;
        return frozen;
    }
}
