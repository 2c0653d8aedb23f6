package io.abcast.partitions;

import io.abcast.kernel.GroupTimestamp;

/**
 * The rows that a running procedure can read and write, and the actions that it can take. A method of {@code
 * Transaction} throws {@link AbortException} if the procedure has not declared the key; the transaction then aborts at
 * all destinations. Not thread-safe.
 */
public interface Transaction {
    /**
     * Returns the row with {@code key} as the earlier transactions and this transaction have left it.
     *
     * @return the row's content, which must not be changed; {@code null} if the row does not exist
     */
    byte[] get(RowKey key);

    /**
     * Writes {@code row} as the row with {@code key}. If the transaction commits, the written row takes effect at the
     * partition that stores the row.
     */
    void put(RowKey key, byte[] row);

    /**
     * Removes the row with {@code key}. If the transaction commits, the row is removed at the partition that stores the
     * row.
     */
    void remove(RowKey key);

    /**
     * Runs {@code block} only at the replicas of one partition: the home of {@code key}, which is the partition that
     * stores the row. In a home block, the procedure can read all rows of the home partition that the declared keys
     * protect. In a home block, the procedure can write the rows of the home partition that it has declared for writes.
     *
     * <p>A home block must not influence whether the transaction aborts, because the other destinations do not run the
     * block. Therefore a replica halts if the home block of a transaction with several destinations aborts or throws an
     * exception. Only home blocks at the same partition can read the rows that a home block writes.
     */
    void atHome(RowKey key, Runnable block);

    /**
     * Creates the exception with which the procedure aborts the transaction; the procedure must throw the exception.
     * The reason of the abort must depend only on the arguments and on the rows that the procedure has read.
     */
    AbortException abort(String reason);

    /**
     * Creates the exception for a transaction whose keys are no longer the keys that {@link Procedure#finder} found;
     * the procedure must throw the exception. A stale transaction aborts, and the caller's store finds the keys again.
     */
    AbortException stale();

    /**
     * The place of the transaction in the order of all partitions; {@code null} if the procedure runs as a local query.
     */
    GroupTimestamp timestamp();
}
