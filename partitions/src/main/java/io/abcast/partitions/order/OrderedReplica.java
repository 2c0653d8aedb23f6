package io.abcast.partitions.order;

import io.abcast.kernel.GroupDelivery;
import io.abcast.log.Storage;
import io.abcast.partitions.StoreDigest;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Consumer;

/**
 * The state machine of one partition at one server. Its {@link ReplicaPort} is the other direction.
 *
 * <p><b>Thread rule:</b> the caller calls one method at a time, and no method except {@link #restore} blocks.
 */
public interface OrderedReplica {
    /**
     * Replaces the whole state. Called before the first delivery, and whenever the replica has to fetch a snapshot.
     *
     * @param content what a writer of {@link #snapshot} of a replica of this partition wrote; null for the initial
     *     state
     */
    void restore(InputStream content) throws IOException;

    /**
     * Delivers a transaction. The replica executes it later, and answers with {@link ReplicaPort#result}.
     *
     * @param delivery its seq follows the seq of the previous delivery, or of the restored snapshot
     */
    void deliver(GroupDelivery delivery);

    /** Handles a message that another replica sent by {@link ReplicaPort#send}. */
    void onMessage(int partition, int server, byte[] message);

    /**
     * Takes a snapshot of the state after the last delivery.
     *
     * @param ready called once, when all deliveries before this call are executed; any thread may call it. The writer
     *     may be used on any thread while further deliveries are executed
     */
    void snapshot(Consumer<Storage.SnapshotWriter> ready);

    /** Reports that this replica has a durable snapshot of the state after delivery {@code seq}. */
    void onSnapshotDurable(long seq);

    /** Reports the digest after delivery {@code seq} that f+1 replicas of this partition share. */
    void onDigest(long seq, StoreDigest agreed);

    /** Ends the threads of this replica. Deliveries in progress get no result. */
    void stop();
}
