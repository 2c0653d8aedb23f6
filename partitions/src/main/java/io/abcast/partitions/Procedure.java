package io.abcast.partitions;

/**
 * A kind of transaction: the code that each transaction of this kind runs. Every replica of each destination
 * (partition) runs the procedure, with the same arguments and the same row values. Therefore all results of a procedure
 * must depend only on the arguments and the rows. A procedure uses no clock, no random numbers, no static state and no
 * iteration order of a hash table.
 *
 * <p><b>Thread rule:</b> several threads call the methods of one procedure at the same time.
 *
 * <p><b>Failure:</b> a {@link RuntimeException} of a procedure aborts the transaction. An {@link Error} of a procedure
 * halts the replica.
 */
public interface Procedure {
    /** The name by which callers select this procedure. */
    String name();

    /**
     * Declares the keys of the rows that a transaction with {@code arguments} uses. The declared keys must depend only
     * on the arguments.
     */
    void declare(byte[] arguments, DeclaredKeys keys);

    /**
     * Executes the transaction at one replica.
     *
     * @return the answer of this replica's partition to the caller of the transaction; null means an empty answer
     */
    byte[] run(byte[] arguments, Transaction transaction);

    /**
     * Names a query that finds those keys of the transaction that do not follow from {@code arguments}. The caller's
     * store runs the query before the transaction, and adds the answer to the arguments by {@link #complete}. The
     * transaction must check under its locks that the found keys are still right, and otherwise throw {@link
     * Transaction#stale}.
     *
     * @return the query that finds keys; null if all keys follow from the arguments
     */
    default Finder finder(byte[] arguments) {
        return null;
    }

    /** Returns {@code arguments} extended by {@code found}, the answer of the query that {@link #finder} has named. */
    default byte[] complete(byte[] arguments, byte[] found) {
        throw new IllegalStateException(name() + ": no finder, so nothing to complete");
    }

    /**
     * A query that finds keys of a transaction which do not follow from its arguments.
     *
     * @param procedure name of the query, a procedure that writes nothing
     * @param arguments arguments of the query
     */
    record Finder(String procedure, byte[] arguments) {}
}
