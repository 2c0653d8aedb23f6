package io.abcast.sim.groups.check;

import io.abcast.kernel.GroupDelivery;

/**
 * Checks strict serializability (Herlihy and Wing 1990). If transaction a was answered before transaction b was
 * submitted, b does not precede a, neither in the order of one group nor through other groups. The same holds for
 * linearizable reads.
 *
 * <p>The checker looks for any cycle of the order and of real time, because such a cycle contains one with a single
 * step of real time. Consider a cycle with the steps a, b and c, d: a was answered before b was submitted, and c before
 * d. If a was answered before d was submitted, the step a, d alone closes a cycle. Otherwise c was answered before b
 * was submitted, and the step c, b alone closes a cycle.
 *
 * <p>{@link AcyclicOrder} reports a cycle without real time.
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
