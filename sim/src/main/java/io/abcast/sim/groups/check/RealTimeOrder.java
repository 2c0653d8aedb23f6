package io.abcast.sim.groups.check;

import io.abcast.kernel.GroupDelivery;

/**
 * Checks strict serializability (Herlihy and Wing 1990). If transaction a was answered before transaction b was
 * submitted, b must not precede a, neither in one group nor through a chain of several groups. The checker also treats
 * linearizable reads as transactions.
 *
 * <p>The checker looks for any cycle of transactions in the union of delivery order and real time. A cycle with several
 * steps of real time always contains a cycle with a single such step. Proof: let (a, b) and (c, d) be two real-time
 * steps of a cycle; (a, b) means that a was answered before b was submitted. If a was answered before d was submitted,
 * the real-time step (a, d) alone closes a cycle. Otherwise, c was answered before b was submitted, and the real-time
 * step (c, b) alone closes a cycle.
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
