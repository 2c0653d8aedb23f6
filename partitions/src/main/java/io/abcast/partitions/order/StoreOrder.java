package io.abcast.partitions.order;

import io.abcast.kernel.GroupAnswers;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * One server's access to a multicast that orders the transactions of several partitions. Each partition has replicas at
 * some of the servers. Partitions have numbers: the index among their sorted names.
 *
 * <p>The multicast promises: all replicas of a partition get the same deliveries in the same order. The orders of all
 * partitions together have no cycle. Timestamps of transactions with several destinations ascend in the order of each
 * partition.
 *
 * <p><b>Thread rule:</b> any thread may call any method. No method except {@link #start} blocks.
 */
public interface StoreOrder {
    /** Makes the replica of a partition at this server. */
    interface Factory {
        OrderedReplica replica(int partition, ReplicaPort port);
    }

    /** Names of all partitions, sorted. */
    List<String> partitions();

    /** This server's id. */
    int server();

    /** Numbers of the partitions that have a replica at this server, ascending. */
    List<Integer> hosted();

    /**
     * Starts the replicas at this server. Called once, before all other calls.
     *
     * @param application description of the state machine. A server whose description differs from that of the other
     *     servers does not start
     * @throws IllegalArgumentException if the description differs; the message names both
     */
    void start(String application, Factory factory);

    /**
     * Submits a transaction. The future completes when every destination has delivered and executed it. It fails with
     * {@link StoreBusyException} if too many transactions are in flight.
     *
     * @param destinations numbers of the partitions, ascending, at least one; never changed afterwards
     * @param payload never changed afterwards
     */
    CompletableFuture<GroupAnswers> amcast(int[] destinations, byte[] payload);

    /**
     * Returns a future that completes when the local replica of a partition has got all deliveries that any replica had
     * answered before the call.
     */
    CompletableFuture<Void> linearize(int partition);
}
