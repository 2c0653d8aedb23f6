package io.abcast.partitions;

import java.util.function.UnaryOperator;

/**
 * A table of a store. Its rows are byte strings. The kind of the table determines which lock protects a row.
 *
 * @param number number of the table, which is a part of every {@link RowKey}; 0 to {@link #NUMBER_MAX}
 * @param name name of the table, for messages and snapshots
 * @param kind which lock protects a row
 * @param cover returns the key whose lock protects a row of a {@link Kind#COVERED} table; null for other kinds
 */
public record StoreTable(int number, String name, Kind kind, UnaryOperator<RowKey> cover) {
    public static final int NUMBER_MAX = 255;

    /** The lock that protects a row. */
    public enum Kind {
        /** Each row has a lock of its own. */
        ROWS,
        /** The lock of a row of another table protects the row. A covered row is stored with that other row. */
        COVERED,
        /** No procedure changes the rows, so they need no lock. Each partition has rows of its own. */
        FIXED,
        /** No procedure changes the rows, and every partition has the same rows. */
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

    /** Makes a table in which each row has a lock of its own. */
    public static StoreTable rows(int number, String name) {
        return new StoreTable(number, name, Kind.ROWS, null);
    }

    /**
     * Makes a table whose rows the locks of another table protect.
     *
     * @param cover returns the key, in a table of kind {@link Kind#ROWS}, that covers the given row
     */
    public static StoreTable covered(int number, String name, UnaryOperator<RowKey> cover) {
        return new StoreTable(number, name, Kind.COVERED, cover);
    }

    /** Makes a table whose rows never change. Each partition has rows of its own. */
    public static StoreTable fixed(int number, String name) {
        return new StoreTable(number, name, Kind.FIXED, null);
    }

    /** Makes a table whose rows never change, and are the same in every partition. */
    public static StoreTable everywhere(int number, String name) {
        return new StoreTable(number, name, Kind.EVERYWHERE, null);
    }

    /** The key whose lock protects the row: the key itself, or the covering key. */
    public RowKey lockOf(RowKey key) {
        return cover == null ? key : cover.apply(key);
    }
}
