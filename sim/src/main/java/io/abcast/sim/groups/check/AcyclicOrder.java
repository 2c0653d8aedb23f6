package io.abcast.sim.groups.check;

import io.abcast.kernel.GroupDelivery;

/**
 * Checks that the union of the orders of all groups has no cycle. If a group lacks a transaction that another group has
 * delivered, it will deliver the transaction behind all its present deliveries. So a cycle never vanishes, and the
 * checker may look at intervals.
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
