package io.abcast.sim.check;

import io.abcast.kernel.Zxid;

/**
 * Checks the order in which members deliver the broadcasts of an epoch's leader, its primary (Zab.tla:
 * LocalPrimaryOrder). If a primary broadcasts entry a before entry b, a member that delivers b has delivered a before
 * b. Each member's deliveries of an epoch are therefore a prefix of the primary's broadcasts.
 */
final class LocalPrimaryOrder extends Checker {
    @Override
    protected void audit() {
        for (RunHistory.Epoch epoch : history().epochs())
            for (int rank = 0; rank < history().ranks(); rank++) check(epoch, rank);
    }

    private void check(RunHistory.Epoch epoch, int rank) {
        Sequence own = history().delivered(rank);
        int next = 0;
        for (int at = 0; at < own.size(); at++) {
            Txn txn = history().txn(own.get(at));
            if (Zxid.epoch(txn.zxid()) != epoch.number) continue;
            if (next == epoch.broadcasts.size() || epoch.broadcasts.get(next) != txn.ordinal()) {
                violated(
                        "rank "
                                + rank
                                + " delivered "
                                + txn
                                + " as number "
                                + next
                                + " of epoch "
                                + epoch.number
                                + ": expected "
                                + (next == epoch.broadcasts.size()
                                        ? "nothing more"
                                        : history().txn(epoch.broadcasts.get(next)).toString())
                                + ", as its primary, rank "
                                + epoch.primary
                                + ", has broadcast");
                return;
            }
            next++;
        }
    }
}
