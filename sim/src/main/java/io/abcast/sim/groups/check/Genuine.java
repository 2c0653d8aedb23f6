package io.abcast.sim.groups.check;

import io.abcast.kernel.GroupDelivery;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Checks that the multicast of transactions is genuine (Guerraoui and Schiper 2001). In a genuine multicast, only a
 * transaction's destination groups and the submitting group exchange messages about the transaction. If a transaction
 * has a single destination group, only the submitting replica and replicas of the destination group may take part.
 */
final class Genuine extends GroupChecker {
    private final Set<String> kindsWithoutTxn;

    private final Map<TxnName, Map<String, GroupMessage>> unresolved = new HashMap<>();

    /**
     * {@code kindsWithoutTxn} has the kinds of messages that need not concern a transaction; an empty set allows all
     * kinds.
     */
    Genuine(Set<String> kindsWithoutTxn) {
        super("Genuine");
        this.kindsWithoutTxn = Set.copyOf(kindsWithoutTxn);
    }

    @Override
    protected void onMessage(GroupMessage message) {
        if (message.txn() != null) {
            check(message, message.txn());
        } else if (message.name() != null) {
            unresolved
                    .computeIfAbsent(message.name(), name -> new LinkedHashMap<>())
                    .putIfAbsent(message.from() + ">" + message.to(), message);
        } else if (message.from().group != message.to().group
                && !kindsWithoutTxn.isEmpty()
                && !kindsWithoutTxn.contains(message.kind())) {
            violated(
                    "%s concerns no transaction; expected one of the kinds %s"
                            .formatted(message, kindsWithoutTxn.stream().sorted().toList()));
        }
    }

    @Override
    protected void onDelivered(
            GroupReplica replica, GroupTxn txn, GroupDelivery delivery, boolean first) {
        if (!first || unresolved.isEmpty()) return;
        TxnName name = new TxnName(delivery.timestamp().session(), delivery.timestamp().number());
        Map<String, GroupMessage> messages = unresolved.remove(name);
        if (messages != null) for (GroupMessage message : messages.values()) check(message, txn);
    }

    private void check(GroupMessage message, GroupTxn txn) {
        if (!txn.submitted) return;
        for (GroupReplica replica : new GroupReplica[] {message.from(), message.to()}) {
            if (isAllowed(replica, txn)) continue;
            violated(
                    "%s concerns %s, which is addressed to %s and was submitted at %s"
                            .formatted(
                                    message,
                                    history().name(txn),
                                    history().groupNames(txn.groups),
                                    txn.submitter));
            return;
        }
    }

    private static boolean isAllowed(GroupReplica replica, GroupTxn txn) {
        if (txn.isAddressedTo(replica.group)) return true;
        return txn.isMulti() ? replica.group == txn.submitter.group : replica.equals(txn.submitter);
    }
}
