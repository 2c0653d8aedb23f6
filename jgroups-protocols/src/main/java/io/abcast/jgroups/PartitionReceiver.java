package io.abcast.jgroups;

import io.abcast.log.Storage;
import java.io.IOException;
import java.io.InputStream;

/**
 * The replicated application of one partition at one server. All replicas of a partition deliver the same transactions
 * in the same order, so a deterministic receiver has the same state at every replica. The union of the orders of all
 * partitions has no cycle, see {@link AtomicMulticast}.
 *
 * <p><b>Thread rule:</b> the event loop of the replica calls all methods, one after the other, on one thread. The
 * methods of a receiver must not block the event loop, and must not wait for a future of {@link AtomicMulticast}. The
 * receivers of several partitions run on different threads.
 *
 * <p><b>Failure:</b> an exception from any method of the receiver stops this replica with an error.
 */
public interface PartitionReceiver {
    /**
     * Passes the port of the replica to the receiver. The event loop calls {@code start} once before all other methods,
     * and again after {@link PartitionPort#discard}.
     */
    default void start(PartitionPort port) {}

    /**
     * Applies the next transaction in the order of the partition.
     *
     * @return the transaction's result for the submitter, which must not be changed afterwards; {@code null} if the
     *     receiver gives it later by {@link PartitionDelivery#answer}, in any order. A snapshot waits for the results
     *     of all earlier deliveries.
     */
    byte[] deliver(PartitionDelivery delivery);

    /** Reports that the replica has completed the futures of all transactions that the replica answered together. */
    default void onAnswered() {}

    /**
     * Called for a message that another receiver has sent by {@link PartitionPort#send}. Messages between receivers may
     * be lost, repeated and reordered.
     *
     * @param partition name of the partition of the sending receiver
     * @param server server id of the sending receiver
     * @param bytes the content of the message; the receiver must not change the array
     */
    default void onMessage(String partition, int server, byte[] bytes) {}

    /** Reports that a snapshot of the receiver's state after delivery {@code seq} is durable at this replica. */
    default void onSnapshotDurable(long seq) {}

    /**
     * Reports the digest that f+1 replicas (f: number of tolerated faulty replicas) have computed for the state after
     * delivery {@code seq}.
     *
     * @param digest the digest of the state; the receiver must not change the array
     */
    default void onDigest(long seq, byte[] digest) {}

    /**
     * Freezes the receiver's state after the last delivery, so that the replica can write the state as a snapshot while
     * it delivers further transactions.
     *
     * @return a writer of the frozen state. The replica calls the writer at most once, on any thread, after the
     *     receiver has given the results of all deliveries before {@code snapshot}.
     */
    Storage.SnapshotWriter snapshot();

    /**
     * Replaces the whole state of the receiver. The event loop calls {@code restore} at every start of the replica, and
     * whenever this replica lags so far behind that it must fetch a snapshot. The receiver need not give missing
     * results of deliveries before the restore.
     *
     * @param content the bytes that a {@link #snapshot} of this or another replica of the partition wrote; {@code null}
     *     if the receiver must take its empty initial state
     */
    void restore(InputStream content) throws IOException;
}
