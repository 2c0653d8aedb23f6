package io.abcast.partitions;

/** Assigns each row to the partition that stores the row. The partition that stores a row is the home of the row. */
public interface Partitioner {
    /**
     * The text of the partitioner's rule and parameters, such as {@code warehouse modulo 4}. All servers must use a
     * partitioner with the same name, because servers compare the names when they connect.
     */
    String name();

    /**
     * Returns the number of the partition that stores the row with {@code key}: the partition's index among the sorted
     * names of all partitions. The returned partition depends only on the key. The store does not call {@code homeOf}
     * for rows of covered tables, and for rows that every partition stores.
     */
    int homeOf(RowKey key);
}
