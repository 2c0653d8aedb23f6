package io.abcast.sim.groups.check;

/**
 * The address and subject of a message between replicas.
 *
 * @param from sender
 * @param to receiver
 * @param kind kind of the message, for example its class name
 * @param txn transaction that the message concerns; {@code null} if it concerns no transaction, or if the record does
 *     not know the transaction with this name yet
 * @param name name of the transaction; {@code null} if there is no transaction, or if {@code txn} is known
 */
record GroupMessage(GroupReplica from, GroupReplica to, String kind, GroupTxn txn, TxnName name) {
    @Override
    public String toString() {
        return kind + " from " + from + " to " + to;
    }
}
