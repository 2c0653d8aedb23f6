package io.abcast.sim.groups.check;

import io.abcast.kernel.GroupDelivery;

/**
 * Checks that the union of the delivery orders of all groups has no cycle. The checker searches only at intervals,
 * because a cycle never vanishes.
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
