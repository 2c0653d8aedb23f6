package io.abcast.sim.groups.check;

import java.util.List;
import java.util.SortedMap;

/** One line of a file of deliveries. All times in a file are in seconds of one clock. */
public sealed interface DeliveryLine {
    /**
     * A replica has delivered a transaction.
     *
     * @param replica server id of the replica that has delivered
     * @param seq place of the delivery in the order of the partition, from 1
     * @param txn unique name of the delivered transaction
     * @param dest names of the partitions to which the transaction is addressed
     * @param clock clock value in the timestamp of the delivery, see {@link io.abcast.kernel.GroupTimestamp}
     * @param origin id of the client session in the timestamp of the delivery
     * @param number number of the transaction in its session
     */
    record Delivered(
            String partition,
            int replica,
            long seq,
            String txn,
            List<String> dest,
            long clock,
            long origin,
            long number,
            double t)
            implements DeliveryLine {}

    /**
     * A client has submitted a transaction.
     *
     * @param t time in seconds just before the client passes the transaction to a replica
     * @param answered time in seconds at which the client has the answer to the transaction; {@link Double#NaN} without
     *     an answer
     * @param maybe whether the client does not know the outcome of the transaction
     */
    record Submitted(String txn, List<String> dest, double t, double answered, boolean maybe)
            implements DeliveryLine {}

    /** The process of a replica has crashed. */
    record Crashed(String partition, int replica, double t) implements DeliveryLine {}

    /** The server ids of the replicas of each partition. */
    record Replicas(SortedMap<String, List<Integer>> servers) implements DeliveryLine {}
}
