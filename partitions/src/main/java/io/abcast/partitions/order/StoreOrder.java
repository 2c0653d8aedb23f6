package io.abcast.partitions.order;

import io.abcast.kernel.GroupAnswers;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

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
     * Calls a function between two deliveries to the local replica of a partition, behind all deliveries that any
     * replica had answered before. With strict consistency, a state of a later time may be too new for the other
     * partitions.
     *
     * @param query called by the thread that passes the deliveries; must not block
     * @return a future of the function's result; completes when the answer may leave
     */
    <T> CompletableFuture<T> linearize(int partition, Supplier<T> query);
}
