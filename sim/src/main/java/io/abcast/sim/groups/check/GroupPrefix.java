package io.abcast.sim.groups.check;

import io.abcast.kernel.GroupDelivery;

/**
 * Checks that the replicas of a group agree on the delivery at each place of the group's order. At each place of the
 * group's order, all replicas deliver the same transaction with the same timestamp. A replica delivers consecutive
 * places, except after it has installed a snapshot.
 */
final class GroupPrefix extends GroupChecker {
    private final boolean repeats;

    /** {@code repeats} is true if a snapshot may set a replica back to a place that the replica had passed. */
    GroupPrefix(boolean repeats) {
        super("Prefix");
        this.repeats = repeats;
    }

    @Override
    protected void onDelivered(
            GroupReplica replica, GroupTxn txn, GroupDelivery delivery, boolean first) {
        long seq = delivery.seq();
        if (seq != replica.next) {
            violated(
                    "%s delivered %s at place %d, expected place %d"
                            .formatted(replica, history().name(txn), seq, replica.next));
            return;
        }
        if (first) return;
        GroupOrder order = history().order(replica.group);
        GroupTxn expected = order.txn(seq);
        if (expected == null) {
            violated(
                    "%s delivered place %d, the highest place of the other replicas is %d"
                            .formatted(replica, seq, order.size()));
        } else if (!expected.equals(txn)) {
            violated(
                    "%s delivered %s at place %d, another replica delivered %s there"
                            .formatted(
                                    replica, history().name(txn), seq, history().name(expected)));
        } else if (!order.timestamp(seq).equals(delivery.timestamp())) {
            violated(
                    "%s delivered %s at place %d with timestamp %s, another replica with %s"
                            .formatted(
                                    replica,
                                    history().name(txn),
                                    seq,
                                    delivery.timestamp(),
                                    order.timestamp(seq)));
        }
    }

    @Override
    protected void onRestored(GroupReplica replica, long next) {
        if (next < replica.next && !repeats)
            violated(
                    "a snapshot set %s back from place %d to place %d without a restart"
                            .formatted(replica, replica.next, next));
    }

    @Override
    protected void audit() {
        for (int group = 0; group < history().groups(); group++) {
            GroupOrder order = history().order(group);
            if (!order.hasGap()) continue;
            int place = 1;
            while (order.txn(place) != null) place++;
            violated(
                    "no replica of %s delivered place %d, but place %d was delivered"
                            .formatted(history().groupName(group), place, order.size()));
        }
    }
}
