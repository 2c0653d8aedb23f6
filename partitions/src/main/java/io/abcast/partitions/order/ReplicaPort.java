package io.abcast.partitions.order;

import io.abcast.kernel.GroupDelivery;
import io.abcast.partitions.StoreDigest;

/**
 * The services that the multicast offers to one replica.
 *
 * <p><b>Thread rule:</b> Any thread may call any method of a {@code ReplicaPort}; no method blocks.
 */
public interface ReplicaPort {
    /**
     * Reports this replica's result of a delivery. The replica reports one result for each delivery, in any order.
     *
     * @param delivery the object that {@code OrderedReplica#deliver} received, not a copy
     */
    void result(GroupDelivery delivery, byte[] result);

    /**
     * Sends {@code message} to the replica of {@code partition} at {@code server}. The message may be lost, repeated or
     * reordered. The receiver may be at the same server.
     */
    void send(int partition, int server, byte[] message);

    /** The server ids of the replicas of {@code partition}, ascending; callers must not change the array. */
    int[] members(int partition);

    /**
     * Whether this replica is the leader of its partition. The result is only a hint: for a time, several replicas of a
     * partition or none may get true.
     */
    boolean leads();

    /**
     * Reports the digest of this replica's state after delivery {@code seq}, for the comparison in {@link
     * OrderedReplica#onDigest}.
     */
    void digest(long seq, StoreDigest digest);

    /**
     * Reports that this replica cannot continue, because it needs row values of other partitions that no replica has
     * any more. After this call, the multicast fetches a snapshot of another replica and calls {@link
     * OrderedReplica#restore}.
     */
    void discard(String reason);

    /**
     * Halts this replica, because its state differs from the state of the other replicas or because its code is
     * defective.
     */
    void halt(Throwable cause);
}
