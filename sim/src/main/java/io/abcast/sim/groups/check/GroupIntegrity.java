package io.abcast.sim.groups.check;

import io.abcast.kernel.GroupDelivery;
import io.abcast.kernel.Refusal;
import java.util.Arrays;

/**
 * Checks the integrity of the groups' deliveries. A group delivers a transaction at most once. A group delivers only
 * transactions that a client has submitted and that are addressed to the group. No group delivers a transaction that
 * was refused without effect.
 */
final class GroupIntegrity extends GroupChecker {
    GroupIntegrity() {
        super("Integrity");
    }

    @Override
    protected void onDelivered(
            GroupReplica replica, GroupTxn txn, GroupDelivery delivery, boolean first) {
        String delivered = replica + " delivered " + history().name(txn);
        int[] groups = delivery.groups();
        if (!txn.submitted) violated(delivered + ", which was not submitted");
        else if (!Arrays.equals(groups, txn.groups))
            violated(
                    "%s as addressed to %s, the client has addressed it to %s"
                            .formatted(
                                    delivered,
                                    history().groupNames(groups),
                                    history().groupNames(txn.groups)));
        else if (!txn.isAddressedTo(replica.group))
            violated(delivered + ", which is addressed to " + history().groupNames(groups));
        else if (isRefused(txn.refusal))
            violated(delivered + ", which was refused as " + txn.refusal);
        int place = txn.places[replica.group];
        if (first && place != delivery.seq())
            violated(
                    "%s at place %d, the group has delivered it at place %d"
                            .formatted(delivered, delivery.seq(), place));
    }

    @Override
    protected void onRefused(GroupTxn txn, Refusal reason) {
        if (isRefused(reason) && txn.isDelivered())
            violated(history().name(txn) + " was delivered, but then refused as " + reason);
    }

    private static boolean isRefused(Refusal reason) {
        return reason != null && !reason.mayHaveTakenEffect();
    }
}
