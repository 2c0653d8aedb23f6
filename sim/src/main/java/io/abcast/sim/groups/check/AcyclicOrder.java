package io.abcast.sim.groups.check;

import io.abcast.kernel.GroupDelivery;

/**
 * Checks that the union of the delivery orders of all groups has no cycle. A group that still lacks a transaction of
 * another group will deliver it after all its present deliveries, so a cycle never vanishes. Because no cycle vanishes,
 * the checker searches for a cycle only at intervals.
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
