package io.abcast.sim.check;

import io.abcast.kernel.Membership;
import io.abcast.log.Durability;

/**
 * Checks that a quorum durably holds every delivered entry in logs or snapshots, from the entry's first delivery on.
 * The checked property is the crash-tolerance invariant of EL-Sanosi 2018, section 2.2.1. Under the restricted rule
 * (EL-Sanosi 2018, section 3.5.3), f followers that durably hold the entry suffice. Only voters of the ensemble in
 * which the entry was ordered count.
 */
final class CommittedLogDurability extends Checker {
    @Override
    protected void onDelivered(int rank, Txn txn, int index, boolean mine) {
        if (!txn.delivered) check(txn, index);
    }

    @Override
    protected void audit() {
        if (history().durability() == Durability.MEMORY) return;
        for (int at = 0; at < history().order().size(); at++)
            check(history().txn(history().order().get(at)), at);
    }

    private boolean hasLost(int rank, Txn txn) {
        if (!history().disks().hasLost(rank)) return false;
        return (txn.heldBy >> rank & 1) != 0 || history().disks().hadVotedFor(rank, txn);
    }

    private boolean holds(int rank, Txn txn) {
        if (history().isDistrusted(rank)) return false;
        if (history().durability() == Durability.MEMORY) return (txn.heldBy >> rank & 1) != 0;
        return history().disks().holdsDurably(rank, txn) || hasLost(rank, txn);
    }

    private void check(Txn txn, int index) {
        Membership ensemble = history().ensembleAt(index);
        int needed = history().holdersMin(index);
        int holders = 0;
        for (int voter : ensemble.voterIds())
            if (holders < needed && holds(history().members().rank(voter), txn)) holders++;
        if (holders < needed)
            violated(
                    txn
                            + " was delivered: expected it on at least "
                            + needed
                            + " disks, got "
                            + holders);
    }
}
