package io.abcast.partitions;

import io.abcast.kernel.GroupTimestamp;

/**
 * The rows that a running procedure can read and write, and the actions that it can take. Access to a row that the
 * procedure has not declared throws {@link AbortException}; the transaction then aborts at all destinations
 * (partitions). Not thread-safe.
 */
public interface Transaction {
    /**
     * Returns the present content of a row, including writes of this transaction.
     *
     * @return the row's content, which must not be changed; {@code null} if the row does not exist
     */
    byte[] get(RowKey key);

    /** Writes a row at the partition that stores the row, if the transaction commits. */
    void put(RowKey key, byte[] row);

    /** Removes a row at the partition that stores the row, if the transaction commits. */
    void remove(RowKey key);

    /**
     * Runs {@code block} only at the replicas of the partition that stores the row of {@code key}. In a home block, the
     * procedure can read all declared rows of the partition, and write rows that it has declared for writes.
     *
     * <p>A home block must not influence whether the transaction aborts, because the other destinations do not run it.
     * If the home block of a transaction with several destinations aborts or throws an exception, the replica halts.
     * Writes of a home block are visible only to home blocks at the same partition.
     */
    void atHome(RowKey key, Runnable block);

    /**
     * Creates the exception with which the procedure aborts the transaction; the procedure must throw the exception.
     * The decision to abort, and {@code reason}, must depend only on the arguments and on the rows that were read.
     */
    AbortException abort(String reason);

    /**
     * Creates the exception for a transaction whose keys are no longer the keys that {@link Procedure#finder} found;
     * the procedure must throw the exception. After a stale transaction, the store finds the keys again and submits a
     * new transaction.
     */
    AbortException stale();

    /**
     * The position of the transaction in the order of all partitions; {@code null} if the procedure runs as a local
     * query.
     */
    GroupTimestamp timestamp();
}
