package io.abcast.partitions.replica;

import io.abcast.partitions.RowKey;

/** A key of a row that a transaction has declared, with the transaction's position in the queue of the key's lock. */
final class DeclaredKey {
    /**
     * Right of a transaction to read the row at all destinations, to which the store therefore sends the row's value.
     */
    static final int READ = 1;

    /** Right of a transaction to read the row in home blocks, which run only at the partition that stores the row. */
    static final int HOME_READ = 2;

    static final int EXCLUSIVE = 4;

    final RowKey key;

    final int home;

    int rights;

    /**
     * The value of the row under the transaction's locks, set before the procedure of a transaction with several
     * destinations runs.
     */
    byte[] value;

    // Links in the queue of the key's lock; only LockTable uses them.
    TransactionTask owner;
    LockTable.Queue queue;
    DeclaredKey before;
    DeclaredKey after;
    boolean granted;

    DeclaredKey(RowKey key, int home, int rights) {
        this.key = key;
        this.home = home;
        this.rights = rights;
    }

    boolean has(int right) {
        return (rights & right) != 0;
    }
}
