package io.abcast.partitions;

/**
 * The keys of a transaction, which a procedure declares before it runs. The partitions of the keys are the destinations
 * of the transaction. A key may be declared several times; it then has all declared rights. The key of a covered row
 * stands for its covering key.
 *
 * <p>Values of keys that are declared by {@link #read} and {@link #update} are sent to the other partitions, and every
 * replica of these partitions waits for them. Values of keys that are declared by {@link #homeRead} and {@link
 * #homeUpdate} stay where they are: only {@link Transaction#atHome} can read them.
 */
public interface DeclaredKeys {
    /** Declares that the procedure reads the row. */
    void read(RowKey key);

    /** Declares that the procedure reads and writes the row. */
    void update(RowKey key);

    /** Declares that the procedure writes the row, and does not read it. */
    void write(RowKey key);

    /** Declares that the procedure reads the row at the partition of the row only. */
    void homeRead(RowKey key);

    /** Declares that the procedure reads the row at the partition of the row only, and writes it. */
    void homeUpdate(RowKey key);
}
