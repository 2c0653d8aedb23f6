package io.abcast.sim.check;

import io.abcast.kernel.Zxid;
import java.util.Set;

/**
 * Checks that a leader, from the start of its epoch on, has every entry that any member delivered in this epoch or an
 * earlier epoch. Claim 4 of Junqueira et al., 2011, shows this property for the leader's initial history.
 */
final class LeaderCompleteness extends Checker {
    private int[] lastLed;

    @Override
    protected void onLeads(int rank, int epoch) {
        if (lastLed == null) lastLed = new int[history().ranks()];
        if (lastLed[rank] == epoch) return;
        lastLed[rank] = epoch;
        check(rank, epoch);
    }

    /**
     * When a process starts, the simulator also restores its state machine; a member that has just started leads no
     * epoch.
     */
    @Override
    protected void onRestored(int rank) {
        if (lastLed != null) lastLed[rank] = 0;
    }

    private void check(int rank, int epoch) {
        Set<Integer> held = history().held(rank);
        Sequence order = history().order();
        for (int at = 0; at < order.size(); at++) {
            Txn txn = history().txn(order.get(at));
            if (Zxid.epoch(txn.zxid()) > epoch) return;
            if (held.contains(txn.ordinal())) continue;
            violated(
                    "rank "
                            + rank
                            + " leads epoch "
                            + epoch
                            + " without "
                            + txn
                            + ", which was delivered as entry "
                            + at);
            return;
        }
    }
}
