package io.abcast.sim.groups.check;

import io.abcast.kernel.GroupDelivery;
import io.abcast.kernel.GroupTimestamp;
import java.util.HashMap;
import java.util.Map;

/**
 * Checks that each group delivers its transactions for several groups in the order of their timestamps. Transactions
 * for a single group may overtake transactions for several groups. The checker also checks that no two transactions
 * have an equal session and number.
 */
final class TimestampOrder extends GroupChecker {
    /** For each group: the highest place at which the group has delivered a transaction for several groups. */
    private final Map<Integer, Long> lastMulti = new HashMap<>();

    TimestampOrder() {
        super("TimestampOrder");
    }

    @Override
    protected void onDelivered(
            GroupReplica replica, GroupTxn txn, GroupDelivery delivery, boolean first) {
        if (!first) return;
        GroupTimestamp timestamp = delivery.timestamp();
        GroupTxn other = history().txn(new TxnName(timestamp.session(), timestamp.number()));
        if (other != null && !other.equals(txn))
            violated(
                    "%s and %s have the same session and number in their timestamp %s"
                            .formatted(history().name(other), history().name(txn), timestamp));
        if (!txn.isMulti()) return;
        long highest = lastMulti.getOrDefault(replica.group, 0L);
        // A delivery below the group's highest place is checked by the audit at the end of the run.
        if (delivery.seq() < highest) return;
        if (highest > 0) compare(replica.group, highest, delivery.seq());
        lastMulti.put(replica.group, delivery.seq());
    }

    private void compare(int group, long earlier, long later) {
        GroupOrder order = history().order(group);
        if (order.timestamp(earlier).compareTo(order.timestamp(later)) < 0) return;
        violated(
                "group %s delivered %s at place %d with timestamp %s, and %s at place %d with %s"
                        .formatted(
                                history().groupName(group),
                                history().name(order.txn(earlier)),
                                earlier,
                                order.timestamp(earlier),
                                history().name(order.txn(later)),
                                later,
                                order.timestamp(later)));
    }

    @Override
    protected void audit() {
        for (int group = 0; group < history().groups(); group++) {
            GroupOrder order = history().order(group);
            int previous = 0;
            for (int place = 1; place <= order.size(); place++) {
                if (order.txn(place) == null || !order.txn(place).isMulti()) continue;
                if (previous > 0) compare(group, previous, place);
                previous = place;
            }
        }
    }
}
