package io.abcast.partitions.rows;

import io.abcast.partitions.RowKey;
import java.util.HashMap;
import java.util.Map;

/**
 * A part of one table of a replica; the hash of a row's key selects the segment. Any thread may read and write a
 * segment. During a freeze, some transactions of the frozen state have not written their rows yet, while later
 * transactions may already write. So the segment keeps the rows of the frozen state that later transactions have
 * changed.
 */
final class RowSegment {
    /**
     * A segment of a table as it was in a frozen state. {@code slots} has the rows at the end of the freeze, and {@code
     * before} the rows that differed in the frozen state. A null in {@code before} means that the row did not exist.
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

    /**
     * The rows that transactions after delivery {@link #frozenSeq} have changed, as they were before the change; {@code
     * null} if no freeze is in progress.
     */
    private Map<RowKey, byte[]> before;

    private long frozenSeq;

    synchronized byte[] get(RowKey key) {
        int slot = slots.find(key);
        return slot < 0 ? null : slots.rows()[slot];
    }

    /**
     * Stores or removes the row with {@code key}.
     *
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
     * Begins a freeze of the rows after all transactions up to delivery {@code seq}. At the call of {@code
     * beginFreeze}, no transaction after delivery {@code seq} has written yet.
     */
    synchronized void beginFreeze(long seq) {
        assert before == null : "a freeze at " + frozenSeq + " has not ended";
        frozenSeq = seq;
        before = new HashMap<>();
    }

    /**
     * Ends the freeze of this segment and returns the frozen segment. All transactions that belong to the frozen state
     * have written before the call of {@code finishFreeze}.
     */
    synchronized Frozen finishFreeze() {
        Frozen frozen = new Frozen(slots, before);
        before = null;
        shared = true;
        return frozen;
    }
}
