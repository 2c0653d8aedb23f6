package io.abcast.partitions.order;

import io.abcast.kernel.GroupDelivery;
import io.abcast.log.Storage;
import io.abcast.partitions.StoreDigest;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Consumer;

/**
 * The state machine of one partition at one server. The multicast calls the methods of an {@code OrderedReplica}; the
 * replica calls the multicast through its {@link ReplicaPort}.
 *
 * <p><b>Thread rule:</b> The multicast calls one method of a replica at a time, and no method except {@link #restore}
 * blocks.
 */
public interface OrderedReplica {
    /**
     * Replaces the whole state of this replica by a snapshot, before the first delivery, and whenever the replica must
     * continue from a fetched snapshot.
     *
     * @param content a snapshot of a replica of this partition, see {@link #snapshot}; null for the initial state
     */
    void restore(InputStream content) throws IOException;

    /**
     * Delivers a transaction to this replica. The replica executes the transaction later, and then calls {@link
     * ReplicaPort#result}.
     *
     * @param delivery the next delivery; its number (seq) follows the number of the previous delivery or of the last
     *     delivery in the restored snapshot
     */
    void deliver(GroupDelivery delivery);

    /** Handles a message that another replica has sent by {@link ReplicaPort#send}. */
    void onMessage(int partition, int server, byte[] message);

    /**
     * Takes a snapshot of this replica's state after the last delivery.
     *
     * @param ready receives the writer of the snapshot once, on any thread, when all earlier deliveries are executed;
     *     the writer may be used during further deliveries
     */
    void snapshot(Consumer<Storage.SnapshotWriter> ready);

    /** Reports that this replica has a durable snapshot of the state after delivery {@code seq}. */
    void onSnapshotDurable(long seq);

    /** Reports the digest on which f+1 replicas of this partition agree for the state after delivery {@code seq}. */
    void onDigest(long seq, StoreDigest agreed);

    /** Ends the threads of this replica, which then reports no more results. */
    void stop();
}
