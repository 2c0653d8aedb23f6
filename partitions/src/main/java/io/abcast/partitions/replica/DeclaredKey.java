package io.abcast.partitions.replica;

import io.abcast.partitions.RowKey;

/** A key of one transaction, and its place in the queue of the key's lock. */
final class DeclaredKey {
    /** The value can be read everywhere in the procedure, so it is sent to the other destinations. */
    static final int READ = 1;

    /** The value can be read in blocks that run at the home of the key. */
    static final int HOME_READ = 2;

    /** The row can be written. */
    static final int EXCLUSIVE = 4;

    final RowKey key;

    /** Number of the partition that stores the row. */
    final int home;

    int rights;

    /** The locked value of a transaction with several destinations; set before the procedure runs. */
    byte[] value;

    // The place in the queue; LockTable alone uses these fields.
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
