package io.abcast.partitions.order;

import io.abcast.kernel.GroupAnswers;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * One server's access to a multicast that orders the transactions of several partitions. Each partition has replicas at
 * some of the servers. The number of a partition is its index among the sorted names of all partitions.
 *
 * <p>The multicast guarantees that all replicas of a partition get the same deliveries in the same order. One total
 * order of all transactions agrees with the orders of all partitions. Within each partition, transactions with several
 * destinations have ascending timestamps.
 *
 * <p><b>Thread rule:</b> Any thread may call any method of a {@code StoreOrder}. No method except {@link #start}
 * blocks.
 */
public interface StoreOrder {
    /** Creates the replicas of the partitions at this server. */
    interface Factory {
        OrderedReplica replica(int partition, ReplicaPort port);
    }

    /** The names of all partitions, sorted. */
    List<String> partitions();

    /** The server id of this server. */
    int server();

    /** The numbers of the partitions that have a replica at this server, ascending. */
    List<Integer> hosted();

    /**
     * Starts the replicas of all partitions at this server; called once, before all other methods.
     *
     * @param application description of the store, which must be the same at all servers
     * @throws IllegalArgumentException if another server has another description; the message of the exception names
     *     both descriptions
     */
    void start(String application, Factory factory);

    /**
     * Submits a transaction to the partitions {@code destinations}. The future completes when every destination has
     * delivered and executed the transaction; it fails with {@link StoreBusyException} if too many transactions are in
     * flight.
     *
     * @param destinations numbers of the destination partitions, ascending, at least one; the array must not be changed
     *     after the call
     * @param payload bytes of the transaction; the array must not be changed after the call
     */
    CompletableFuture<GroupAnswers> amcast(int[] destinations, byte[] payload);

    /**
     * Makes a linearizable read: calls {@code query} between two deliveries to this server's replica of {@code
     * partition}. The read sees all deliveries that any replica had answered before the call of {@code linearize}. The
     * function {@code query} must itself read the state, because a later state could be too new compared with other
     * partitions.
     *
     * @param query function that reads the state; the thread that delivers transactions calls it, so it must not block
     * @return a future of the value that {@code query} returns; the future completes when the caller may see the value
     */
    <T> CompletableFuture<T> linearize(int partition, Supplier<T> query);
}
