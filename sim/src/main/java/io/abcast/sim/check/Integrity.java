package io.abcast.sim.check;

/**
 * If some member delivers a transaction, then some primary has broadcast it (Zab.tla: Integrity). The primary of an
 * epoch is the member that appended the epoch's first entry. Its broadcasts are the entries that it appended before all
 * other members.
 */
final class Integrity extends Checker {
    @Override
    protected void onDelivered(int rank, Txn txn, int index, boolean mine) {
        if (!txn.broadcast)
            violated("rank " + rank + " delivered " + txn + ", which no primary has broadcast");
    }
}
