package io.abcast.sim.check;

import io.abcast.kernel.Zxid;

/**
 * Checks that members deliver transactions of an earlier epoch before transactions of a later epoch (Zab.tla:
 * GlobalPrimaryOrder).
 */
final class GlobalPrimaryOrder extends Checker {
    @Override
    protected void onDelivered(int rank, Txn txn, int index, boolean mine) {
        if (index == 0) return;
        Txn previous = history().txn(history().delivered(rank).get(index - 1));
        if (Zxid.epoch(previous.zxid()) > Zxid.epoch(txn.zxid()))
            violated(
                    "rank "
                            + rank
                            + " delivered "
                            + txn
                            + " after "
                            + previous
                            + " of a later epoch");
    }
}
