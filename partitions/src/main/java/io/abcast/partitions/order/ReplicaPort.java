package io.abcast.partitions.order;

import io.abcast.kernel.GroupDelivery;
import io.abcast.partitions.StoreDigest;

/**
 * The requests of a replica to the multicast below it.
 *
 * <p><b>Thread rule:</b> any thread may call any method; no method blocks.
 */
public interface ReplicaPort {
    /**
     * Reports the result of a delivery, once for each delivery. Results come in any order.
     *
     * @param delivery the same object that was delivered
     */
    void result(GroupDelivery delivery, byte[] result);

    /**
     * Sends a message to a replica of any partition, which may be a replica at the same server. The message may be
     * lost, repeated or reordered.
     */
    void send(int partition, int server, byte[] message);

    /** The server ids of a partition's replicas, ascending; must not be changed. */
    int[] members(int partition);

    /** Whether this replica is the leader of its partition. A hint: several replicas may get true, or no replica. */
    boolean leads();

    /**
     * Reports the digest after delivery {@code seq}. {@link OrderedReplica#onDigest} reports the digest that f+1
     * replicas share.
     */
    void digest(long seq, StoreDigest digest);

    /**
     * Reports that this replica cannot go on, because values that it needs are gone everywhere. The multicast discards
     * the state of the replica, fetches a snapshot of another replica and calls {@link OrderedReplica#restore}.
     */
    void discard(String reason);

    /** Halts this replica: its state differs from the other replicas' state, or its code is defective. */
    void halt(Throwable cause);
}
