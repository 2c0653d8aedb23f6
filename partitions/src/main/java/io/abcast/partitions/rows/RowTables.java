package io.abcast.partitions.rows;

import io.abcast.kernel.SplitMix64;
import io.abcast.partitions.RowKey;
import io.abcast.partitions.StoreTable;
import java.util.List;

/**
 * The tables of a replica. Several threads may read and write at the same time. A row is an immutable array, so a
 * reader keeps the version that it has read.
 */
public final class RowTables {
    /** Parts of a table that several threads can write at the same time; a power of two. */
    private static final int SEGMENTS = 16;

    private static final int SEGMENT_SHIFT = 64 - Integer.numberOfTrailingZeros(SEGMENTS);

    /** Segments by number of the table; null for a number without a table. */
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

    /** The present row; {@code null} if there is no such row. */
    public byte[] get(RowKey key) {
        return tables[key.table()][segment(key.id())].get(key);
    }

    /** Stores a row that belongs to the initial state. */
    public void load(RowKey key, byte[] row) {
        put(key, row, 0);
    }

    /**
     * Stores or removes a row.
     *
     * @param row the row, which must not be changed afterwards; {@code null} removes the row
     * @param seq the transaction that writes the row
     */
    public void put(RowKey key, byte[] row, long seq) {
        tables[key.table()][segment(key.id())].put(key, row, seq);
    }

    /**
     * Begins a freeze of the state after all transactions up to {@code seq}. Until {@link #finishFreeze}, both these
     * and later transactions may write. Before this call, no later transaction has written.
     */
    public void beginFreeze(long seq) {
        for (RowSegment[] segments : tables)
            if (segments != null) for (RowSegment each : segments) each.beginFreeze(seq);
    }

    /** Ends the freeze, when all transactions up to its seq have written. Copies no rows. */
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
