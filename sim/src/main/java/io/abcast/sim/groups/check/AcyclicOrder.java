package io.abcast.sim.groups.check;

import io.abcast.kernel.GroupDelivery;

/**
 * Checks that the union of the delivery orders of all groups has no cycle. If a group lacks a transaction that another
 * group has delivered, the group will deliver this transaction behind all its present deliveries. A cycle of
 * transactions therefore never vanishes, and it suffices that the checker searches at intervals.
 */
final class AcyclicOrder extends GroupChecker {
    private final DoublingInterval interval = new DoublingInterval();

    AcyclicOrder() {
        super("Acyclic");
    }

    @Override
    protected void onDelivered(
            GroupReplica replica, GroupTxn txn, GroupDelivery delivery, boolean first) {
        if (first && interval.isDueAfterPlace()) audit();
    }

    @Override
    protected void audit() {
        String cycle = UnionOrder.cycle(history());
        if (cycle != null) violated("the order has a cycle: " + cycle);
    }
}
