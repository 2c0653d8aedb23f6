package io.abcast.sim.check;

import io.abcast.kernel.Entry;
import java.util.List;

/** Checks that the committed prefix is equal in the logs of all members (Zab.tla: PrefixConsistency). */
final class PrefixConsistency extends Checker {
    @Override
    protected void audit() {
        for (int rank = 0; rank < history().ranks(); rank++) check(rank);
    }

    private void check(int rank) {
        Sequence own = history().delivered(rank);
        if (own.size() == 0) return;
        Sequence order = history().order();
        long last = history().txn(own.get(own.size() - 1)).zxid();
        List<Entry> log = history().disks().log(rank);
        int at = 0;
        for (Entry entry : log) {
            if (entry.zxid() > last) return;
            Txn txn = history().intern(entry);
            while (at < order.size() && history().txn(order.get(at)).zxid() < txn.zxid()) at++;
            if (at == order.size() || order.get(at) != txn.ordinal()) {
                violated(
                        "log of rank "
                                + rank
                                + " holds "
                                + txn
                                + " below its last delivered entry; the others delivered "
                                + (at == order.size()
                                        ? "nothing there"
                                        : history().txn(order.get(at)).toString()));
                return;
            }
        }
    }
}
