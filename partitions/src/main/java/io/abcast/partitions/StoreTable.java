package io.abcast.partitions;

import java.util.function.UnaryOperator;

/**
 * A table of a store, whose rows are byte strings. The kind of the table determines which lock protects a row.
 *
 * @param number number of the table, which is a part of every {@link RowKey}; 0 to {@link #NUMBER_MAX}
 * @param name name of the table, for messages and snapshots
 * @param kind kind of the table, which states which lock protects a row of the table.
 * @param cover returns the key whose lock protects a row of a {@link Kind#COVERED} table; null for other kinds
 */
public record StoreTable(int number, String name, Kind kind, UnaryOperator<RowKey> cover) {
    public static final int NUMBER_MAX = 255;

    /** Kinds of tables, which differ in the lock that protects a row. */
    public enum Kind {
        /** Kind of table: each row of the table has its own lock. */
        ROWS,
        /**
         * Kind of table: a lock of a row in another table, stored at the same partition, protects (covers) each row of
         * this table.
         */
        COVERED,
        /**
         * Kind of table: no procedure changes the rows, so the rows need no lock. Each partition has its own rows of
         * the table.
         */
        FIXED,
        /** Kind of table: no procedure changes the rows of this table, and every partition has the same rows. */
        EVERYWHERE
    }

    public StoreTable {
        if (number < 0 || number > NUMBER_MAX)
            throw new IllegalArgumentException(
                    "table " + name + ": expected a number 0.." + NUMBER_MAX + ", got " + number);
        if ((kind == Kind.COVERED) != (cover != null))
            throw new IllegalArgumentException(
                    "table " + name + ": expected a covering key exactly if COVERED, got " + kind);
    }

    /** Creates a table in which each row has a lock of its own. */
    public static StoreTable rows(int number, String name) {
        return new StoreTable(number, name, Kind.ROWS, null);
    }

    /**
     * Creates a table whose rows are protected by the locks of rows of another table.
     *
     * @param cover returns the key, in a table of kind {@link Kind#ROWS}, whose lock protects the given row
     */
    public static StoreTable covered(int number, String name, UnaryOperator<RowKey> cover) {
        return new StoreTable(number, name, Kind.COVERED, cover);
    }

    /** Creates a table whose rows never change. Each partition has its own rows of the table. */
    public static StoreTable fixed(int number, String name) {
        return new StoreTable(number, name, Kind.FIXED, null);
    }

    /** Creates a table whose rows never change and are the same in every partition. */
    public static StoreTable everywhere(int number, String name) {
        return new StoreTable(number, name, Kind.EVERYWHERE, null);
    }

    /** Returns the key whose lock protects the row with {@code key}: the key itself, or the key of the covering row. */
    public RowKey lockOf(RowKey key) {
        return cover == null ? key : cover.apply(key);
    }
}
