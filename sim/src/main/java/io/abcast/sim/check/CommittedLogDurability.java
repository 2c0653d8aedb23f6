package io.abcast.sim.check;

import io.abcast.kernel.log.Durability;

/**
 * What anyone has delivered is in the durable log (or a durable snapshot) of a quorum, from then on: the crash-tolerance
 * invariant of EL-Sanosi 2018, section 2.2.1; of f followers under the restricted rule of section 3.5.3. Where a crash forgets
 * (memory mode), or a person has mended a damaged storage, it counts who has ever held it.
 */
final class CommittedLogDurability extends Checker {
    @Override
    protected void onDelivered(int rank, Txn txn, int index, boolean mine) {
        if (!txn.delivered) check(txn);
    }

    @Override
    protected void audit() {
        if (history().durability() == Durability.MEMORY) return;
        for (int at = 0; at < history().order().size(); at++)
            check(history().txn(history().order().get(at)));
    }

    private boolean hasLost(int rank, Txn txn) {
        return history().disks().hasLost(rank) && (txn.heldBy >> rank & 1) != 0;
    }

    private void check(Txn txn) {
        int needed = history().holdersMin();
        int holders = 0;
        if (history().durability() == Durability.MEMORY) holders = Long.bitCount(txn.heldBy);
        else
            for (int rank = 0; rank < history().members().size() && holders < needed; rank++)
                if (history().disks().holdsDurably(rank, txn) || hasLost(rank, txn)) holders++;
        if (holders < needed)
            violated(
                    txn
                            + " was delivered: expected it on at least "
                            + needed
                            + " disks, got "
                            + holders);
    }
}
