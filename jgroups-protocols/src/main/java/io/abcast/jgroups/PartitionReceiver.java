package io.abcast.jgroups;

import io.abcast.log.Storage;
import java.io.IOException;
import java.io.InputStream;

/**
 * The replicated application of one partition at one server. All replicas of a partition deliver the same transactions
 * in the same order, so a deterministic receiver has the same state at every replica. Over all partitions, the orders
 * contradict one another nowhere, see {@link AtomicMulticast}.
 *
 * <p><b>Thread rule:</b> one thread, the event loop of the replica, calls all methods, one at a time. The methods must
 * not block. A method must not wait for a future of {@link AtomicMulticast} either, because an event loop completes
 * that future. The receivers of several partitions run on different threads.
 *
 * <p><b>Failure:</b> an exception from any method stops this replica with an error, because its state could otherwise
 * silently differ from that of the other replicas. The other replicas of the server go on.
 */
public interface PartitionReceiver {
    /**
     * Hands over the port of the replica. Called once before all other methods, and again after {@link
     * PartitionPort#discard}. The default does nothing.
     */
    default void start(PartitionPort port) {}

    /**
     * Applies the next transaction of the partition's order.
     *
     * @return the result for the submitter, which must not be changed afterwards. With {@code null}, the receiver gives
     *     the result later by {@link PartitionDelivery#answer}. Results come in any order. A snapshot waits for the
     *     results of the deliveries before it, while further transactions are delivered
     */
    byte[] deliver(PartitionDelivery delivery);

    /**
     * Called after the futures of all requests of this replica that were answered together. The default does nothing.
     */
    default void onAnswered() {}

    /**
     * Handles a message that another receiver has sent by {@link PartitionPort#send}. Messages may be lost, repeated and
     * reordered. The default ignores the message.
     *
     * @param partition partition of the sender
     * @param server server id of the sender
     * @param bytes must not be changed
     */
    default void onMessage(String partition, int server, byte[] bytes) {}

    /**
     * Reports that a snapshot of the state after delivery {@code seq} is durable at this replica. The default does
     * nothing.
     */
    default void onSnapshotDurable(long seq) {}

    /**
     * Handles the digest of the state after delivery {@code seq} that f+1 replicas share, see {@link
     * PartitionPort#digest}. The default does nothing.
     *
     * @param digest must not be changed
     */
    default void onDigest(long seq, byte[] digest) {}

    /**
     * Freezes the state after the last delivery, so that it can be written as a snapshot while further transactions are
     * delivered.
     *
     * @return a writer of the frozen state, called at most once, on any thread, while transactions are delivered, and
     *     only after all deliveries before this call have their results
     */
    Storage.SnapshotWriter snapshot();

    /**
     * Replaces the whole state. Called at every start, and whenever this replica lags so far behind that it must fetch
     * a snapshot. Deliveries without a result need none any more.
     *
     * @param content the bytes that a {@link #snapshot} of this or another replica of the partition wrote; {@code null}
     *     for the empty state
     */
    void restore(InputStream content) throws IOException;
}
