package io.abcast.partitions.rows;

import io.abcast.kernel.SplitMix64;
import io.abcast.partitions.RowKey;
import io.abcast.partitions.StoreTable;
import java.util.List;

/**
 * The tables of a replica of a store, with their rows. Several threads may read and write rows at the same time.
 * Writers replace the array of a row and never change the array.
 */
public final class RowTables {
    /** Number of segments of a table, a power of two; several threads can write different segments at the same time. */
    private static final int SEGMENTS = 16;

    private static final int SEGMENT_SHIFT = 64 - Integer.numberOfTrailingZeros(SEGMENTS);

    /** By table number and segment; null if no table has the number. */
    private final RowSegment[][] tables = new RowSegment[StoreTable.NUMBER_MAX + 1][];

    public RowTables(List<StoreTable> tables) {
        for (StoreTable table : tables) {
            RowSegment[] segments = new RowSegment[SEGMENTS];
            for (int i = 0; i < SEGMENTS; i++) segments[i] = new RowSegment();
            this.tables[table.number()] = segments;
        }
    }

    static int segment(long id) {
        return (int) (SplitMix64.mix(id) >>> SEGMENT_SHIFT);
    }

    /** Returns the present row with {@code key}; {@code null} if the row does not exist. */
    public byte[] get(RowKey key) {
        return tables[key.table()][segment(key.id())].get(key);
    }

    /** Stores a row that belongs to the initial state of the replica. */
    public void load(RowKey key, byte[] row) {
        put(key, row, 0);
    }

    /**
     * Stores or removes the row with {@code key}.
     *
     * @param row the new content of the row, which must not be changed after the call; {@code null} removes the row
     * @param seq number of the delivery of the transaction that writes the row
     */
    public void put(RowKey key, byte[] row, long seq) {
        tables[key.table()][segment(key.id())].put(key, row, seq);
    }

    /**
     * Begins a freeze (consistent copy) of the rows after all transactions up to delivery {@code seq}; called before
     * any later transaction writes.
     */
    public void beginFreeze(long seq) {
        for (RowSegment[] segments : tables)
            if (segments != null) for (RowSegment each : segments) each.beginFreeze(seq);
    }

    /**
     * Ends a freeze and returns the frozen rows, without copying rows; called after all transactions up to the frozen
     * delivery have written.
     */
    public FrozenRows finishFreeze() {
        RowSegment.Frozen[][] frozen = new RowSegment.Frozen[tables.length][];
        for (int i = 0; i < tables.length; i++) {
            if (tables[i] == null) continue;
            frozen[i] = new RowSegment.Frozen[SEGMENTS];
            for (int k = 0; k < SEGMENTS; k++) frozen[i][k] = tables[i][k].finishFreeze();
        }
        return new FrozenRows(frozen);
    }
}
