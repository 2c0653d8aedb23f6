package io.abcast.sim.check;

import io.abcast.kernel.Zxid;

/**
 * Checks (Zab.tla: PrimaryIntegrity): before the leader of an epoch (its primary) broadcasts an entry, it has delivered
 * every entry of an earlier epoch that some member delivers.
 */
final class PrimaryIntegrity extends Checker {
    @Override
    protected void audit() {
        for (RunHistory.Epoch epoch : history().epochs())
            for (int rank = 0; rank < history().ranks(); rank++)
                check(epoch, history().delivered(rank));
    }

    private void check(RunHistory.Epoch epoch, Sequence delivered) {
        for (int at = epoch.deliveredBefore; at < delivered.size(); at++) {
            Txn txn = history().txn(delivered.get(at));
            if (Zxid.epoch(txn.zxid()) >= epoch.number) continue;
            violated(
                    "the primary of epoch "
                            + epoch.number
                            + ", rank "
                            + epoch.primary
                            + ", had delivered "
                            + epoch.deliveredBefore
                            + " entries at its first broadcast; "
                            + txn
                            + " was delivered as entry "
                            + at);
            return;
        }
    }
}
