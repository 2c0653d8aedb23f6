package io.abcast.sim.groups.check;

/**
 * The sender, the receiver and the subject of a message between replicas.
 *
 * @param from replica that sends the message
 * @param to replica that receives the message
 * @param kind kind of the message, for example its class name
 * @param txn transaction that the message concerns; {@code null} if it concerns none, or if the transaction of this
 *     name is not known yet
 * @param name name of the transaction that the message concerns; {@code null} if it concerns none, or if {@code txn} is
 *     known
 */
record GroupMessage(GroupReplica from, GroupReplica to, String kind, GroupTxn txn, TxnName name) {
    @Override
    public String toString() {
        return kind + " from " + from + " to " + to;
    }
}
