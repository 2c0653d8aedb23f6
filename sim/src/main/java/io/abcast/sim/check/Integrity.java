package io.abcast.sim.check;

/**
 * Checks integrity (Zab.tla: Integrity): before a member delivers an entry, some primary has broadcast the entry. The
 * primary of an epoch is the member that appended the epoch's first entry. The broadcasts of a primary are the entries
 * of its epoch that it appended before all other members.
 */
final class Integrity extends Checker {
    @Override
    protected void onDelivered(int rank, Txn txn, int index, boolean mine) {
        if (!txn.broadcast)
            violated("rank " + rank + " delivered " + txn + ", which no primary has broadcast");
    }
}
