package io.abcast.sim.check;

import io.abcast.kernel.Zxid;

/**
 * Checks the integrity of primaries (Zab.tla: PrimaryIntegrity). If a primary (the leader of an epoch) broadcasts entry
 * a, and some member delivers entry b of an earlier epoch, the primary has delivered b before it broadcasts a.
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
