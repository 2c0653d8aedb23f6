package io.abcast.sim.groups.check;

import java.util.List;
import java.util.SortedMap;

/**
 * One line of a file of deliveries. All times are seconds of one clock. Partitions are the groups of replicas, by name.
 */
public sealed interface DeliveryLine {
    /**
     * A replica has delivered a transaction.
     *
     * @param replica server id of the replica
     * @param seq place in the order of the partition, from 1
     * @param txn unique name of the transaction
     * @param dest names of the partitions to which the transaction is addressed
     * @param clock clock of the timestamp, see {@link io.abcast.kernel.GroupTimestamp}
     * @param origin session of the timestamp
     * @param number the session's number for the transaction
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
     * @param t time before the client hands the transaction to a replica
     * @param answered time at which the client has the answer; {@link Double#NaN} without an answer
     * @param maybe whether the client does not know that the transaction has succeeded
     */
    record Submitted(String txn, List<String> dest, double t, double answered, boolean maybe)
            implements DeliveryLine {}

    /** The process of a replica has crashed. */
    record Crashed(String partition, int replica, double t) implements DeliveryLine {}

    /** The server ids of the replicas of each partition. */
    record Replicas(SortedMap<String, List<Integer>> servers) implements DeliveryLine {}
}
