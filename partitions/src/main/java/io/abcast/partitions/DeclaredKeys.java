package io.abcast.partitions;

/**
 * Receives the keys of the rows that a transaction reads and writes, before the procedure runs. The partitions that
 * store the rows are the destinations of the transaction. If a procedure declares a key several times, the transaction
 * has all declared rights on the key. If the lock of another row covers a declared row ({@link
 * StoreTable.Kind#COVERED}), the declaration counts for the other row's key.
 *
 * <p>The store sends the values of rows that are declared by {@link #read} and {@link #update} to the transaction's
 * other destinations, whose replicas wait for them. Values of rows that are declared by {@link #homeRead} and {@link
 * #homeUpdate} stay at their partition: only {@link Transaction#atHome} can read them.
 */
public interface DeclaredKeys {
    /** Declares that the procedure reads the row at all destinations of the transaction. */
    void read(RowKey key);

    /** Declares that the procedure reads the row at all destinations of the transaction, and writes the row. */
    void update(RowKey key);

    /** Declares that the procedure writes the row and does not read it. */
    void write(RowKey key);

    /** Declares that the procedure reads the row only at the partition that stores the row. */
    void homeRead(RowKey key);

    /** Declares that the procedure reads the row only at the partition that stores the row, and writes the row. */
    void homeUpdate(RowKey key);
}
