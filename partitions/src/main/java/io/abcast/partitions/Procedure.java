package io.abcast.partitions;

/**
 * A kind of transaction. Every replica of every partition of a transaction runs the procedure, with the same arguments
 * and the same rows. All results must therefore depend on arguments and rows only: a procedure uses no clock, no random
 * numbers, no static state and no order of a hash table.
 *
 * <p><b>Thread rule:</b> several threads call the methods of one object at the same time.
 *
 * <p><b>Failure:</b> a {@link RuntimeException} aborts the transaction. An {@link Error} halts the replica.
 */
public interface Procedure {
    /** The name by which callers run the procedure. */
    String name();

    /** Declares the keys of a transaction. The keys depend on the arguments only. */
    void declare(byte[] arguments, DeclaredKeys keys);

    /**
     * Executes a transaction.
     *
     * @return the answer of this partition to the caller; null stands for an empty answer
     */
    byte[] run(byte[] arguments, Transaction transaction);

    /**
     * Names a query that finds keys which do not follow from the arguments. The store of the caller runs the query
     * first, and then submits the transaction with {@link #complete}d arguments. The transaction must check under its
     * locks that the keys are still right, and otherwise throw {@link Transaction#stale}.
     *
     * @return the query; null if the arguments have all keys
     */
    default Finder finder(byte[] arguments) {
        return null;
    }

    /** Adds the answer of the {@link #finder} to the arguments. */
    default byte[] complete(byte[] arguments, byte[] found) {
        throw new IllegalStateException(name() + ": no finder, so nothing to complete");
    }

    /**
     * A query that finds keys.
     *
     * @param procedure name of a procedure that writes nothing
     * @param arguments arguments of this procedure
     */
    record Finder(String procedure, byte[] arguments) {}
}
