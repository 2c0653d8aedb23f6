package io.abcast.sim.check;

import io.abcast.kernel.Zxid;
import java.util.Set;

/**
 * Checks that a leader, from the start of its epoch on, has every entry that any member delivered in this epoch or an
 * earlier epoch. Junqueira et al. 2011, claim 4, call this property of leaders "leaders' initial histories". Ongaro and
 * Ousterhout 2014 call this property of leaders Leader Completeness.
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
     * Forgets the epoch that the member led last. The simulator also restores the state machine of a member when its
     * process starts. A member whose process has just started does not lead.
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
