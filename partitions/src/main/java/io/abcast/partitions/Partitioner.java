package io.abcast.partitions;

/** Assigns each row to the partition that stores the row, the home of the row. */
public interface Partitioner {
    /**
     * A text that names the partitioner's rule and parameters, such as {@code warehouse modulo 4}; servers compare it
     * when they connect, and it must be equal.
     */
    String name();

    /**
     * Returns the number of the partition that stores the row with {@code key}: the partition's index among the sorted
     * names of all partitions. The result must depend only on the key. Not called for rows of covered tables, nor for
     * rows that every partition stores.
     */
    int homeOf(RowKey key);
}
