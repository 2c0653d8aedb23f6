package io.abcast.partitions;

import io.abcast.kernel.GroupTimestamp;

/**
 * The rows and actions of a running procedure. The methods throw {@link AbortException} if a key is not declared; the
 * transaction then aborts at all partitions. Not thread-safe.
 */
public interface Transaction {
    /**
     * Returns a row as the transactions before this one, and this one itself, have left it.
     *
     * @return the row, which must not be changed; {@code null} if there is no such row
     */
    byte[] get(RowKey key);

    /** Writes a row. The write takes effect at the partition of the row, if the procedure does not abort. */
    void put(RowKey key, byte[] row);

    /** Removes a row. The removal takes effect at the partition of the row, if the procedure does not abort. */
    void remove(RowKey key);

    /**
     * Runs a block at the replicas of one partition only: the home of {@code key}. In the block, the procedure can read
     * all rows of this partition that the declared keys protect, and write rows of this partition.
     *
     * <p>The block must not influence whether the transaction aborts, because the other partitions do not run it. If
     * the block of a transaction with several destinations aborts or throws, the replica therefore halts. Rows that the
     * block writes can be read in such blocks only.
     */
    void atHome(RowKey key, Runnable block);

    /**
     * Makes the exception that aborts the transaction, to be thrown by the procedure. The reason must depend on
     * arguments and reads only.
     */
    AbortException abort(String reason);

    /**
     * Makes the exception for a transaction whose keys no longer are those that {@link Procedure#finder} found, to be
     * thrown by the procedure. The transaction aborts, and the store of the caller finds the keys again.
     */
    AbortException stale();

    /** The place of the transaction in the order of all partitions; {@code null} in a local query. */
    GroupTimestamp timestamp();
}
