package io.abcast.sim.groups.check;

import io.abcast.kernel.GroupDelivery;

/**
 * Checks that groups agree on the transactions that they deliver. A transaction has equal timestamps in all its
 * destination groups. If any replica has delivered a transaction, all its destination groups have delivered it at the
 * end of the run.
 */
final class GroupAgreement extends GroupChecker {
    GroupAgreement() {
        super("Agreement");
    }

    @Override
    protected void onDelivered(
            GroupReplica replica, GroupTxn txn, GroupDelivery delivery, boolean first) {
        if (first && !delivery.timestamp().equals(txn.timestamp))
            violated(
                    "%s delivered %s with timestamp %s, its first timestamp was %s"
                            .formatted(
                                    replica,
                                    history().name(txn),
                                    delivery.timestamp(),
                                    txn.timestamp));
    }

    @Override
    protected void onEnd() {
        GroupTxn txn = history().incomplete();
        if (txn == null) return;
        int has = 0;
        while (txn.places[has] == 0) has++;
        for (int group : txn.groups) {
            if (txn.places[group] > 0) continue;
            violated(
                    "group %s delivered %s, group %s never did"
                            .formatted(
                                    history().groupName(has),
                                    history().name(txn),
                                    history().groupName(group)));
        }
    }
}
