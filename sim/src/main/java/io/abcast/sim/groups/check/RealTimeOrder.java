package io.abcast.sim.groups.check;

import io.abcast.kernel.GroupDelivery;

/**
 * Checks strict serializability (Herlihy and Wing 1990). If transaction a was answered before transaction b was
 * submitted, transaction b does not precede transaction a. The rule of strict serializability covers the order of one
 * group and a chain through other groups. The checker applies the rule of strict serializability also to linearizable
 * reads.
 *
 * <p>The checker looks for any cycle of transactions in the union of delivery order and real time. A cycle of order and
 * real time always contains a cycle that has a single step of real time. The proof considers a cycle with the real-time
 * steps (a, b) and (c, d): a was answered before b was submitted, and c before d. If a was answered before d was
 * submitted, the real-time step (a, d) alone closes a cycle. If a was not answered before d was submitted, c was
 * answered before b was submitted, and the real-time step (c, b) alone closes a cycle.
 *
 * <p>The checker {@link AcyclicOrder} reports a cycle that has no step of real time.
 */
final class RealTimeOrder extends GroupChecker {
    private final DoublingInterval interval = new DoublingInterval();

    RealTimeOrder() {
        super("RealTime");
    }

    @Override
    protected void onDelivered(
            GroupReplica replica, GroupTxn txn, GroupDelivery delivery, boolean first) {
        if (first && interval.isDueAfterPlace()) audit();
    }

    @Override
    protected void audit() {
        String cycle = UnionOrder.cycleWithRealTime(history());
        if (cycle != null && UnionOrder.cycle(history()) == null)
            violated("the order contradicts real time: " + cycle);
    }
}
