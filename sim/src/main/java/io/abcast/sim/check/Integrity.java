package io.abcast.sim.check;

/**
 * Checks that a transaction which some member delivers was broadcast by some primary before (Zab.tla: Integrity). The
 * primary of an epoch is the member that appended the epoch's first entry. The broadcasts of a primary are the entries
 * that it appended before all other members.
 */
final class Integrity extends Checker {
    @Override
    protected void onDelivered(int rank, Txn txn, int index, boolean mine) {
        if (!txn.broadcast)
            violated("rank " + rank + " delivered " + txn + ", which no primary has broadcast");
    }
}
