package io.abcast.partitions;

/** Assigns each row to the partition that stores it, which is the home of the row. */
public interface Partitioner {
    /**
     * The rule and its parameters, such as {@code warehouse modulo 4}. All servers must have the same name: it is
     * compared when servers meet.
     */
    String name();

    /**
     * Returns the number of the partition that stores a row: its index among the sorted names of the partitions. The
     * result depends on the key only. Rows of covered tables, and rows that are stored everywhere, are not asked for.
     */
    int homeOf(RowKey key);
}
