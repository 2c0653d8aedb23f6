package io.abcast.jgroups;

import io.abcast.kernel.Membership;

/**
 * Requests of a {@link PartitionReceiver} to its replica, besides ordering transactions.
 *
 * <p><b>Thread rule:</b> any thread may call any method; no method blocks.
 */
public interface PartitionPort {
    /** Name of the partition. */
    String partition();

    /** Server id of this process. */
    int server();

    /** Whether this replica leads its partition. A hint: several replicas may get true, or no replica. */
    boolean leads();

    /**
     * The members of a partition, as far as this server knows: after the last change that its own replica has
     * delivered; otherwise the founders.
     *
     * @throws IllegalArgumentException if there is no such partition
     */
    Membership members(String partition);

    /**
     * Sends a message to the receiver of a replica, which may be at this server. The message may be lost. {@link
     * PartitionReceiver#onMessage} is called there.
     *
     * @param bytes must not be changed afterwards
     * @throws IllegalArgumentException if there is no such partition
     */
    void send(String partition, int server, byte[] bytes);

    /**
     * Reports a digest of the receiver's state after delivery {@code seq}. All replicas report digests for the same
     * deliveries, in their order. {@link PartitionReceiver#onDigest} gets the digest that f+1 replicas share.
     *
     * @param digest at most {@link io.abcast.kernel.GroupNode#DIGEST_BYTES_MAX} bytes; must not be changed afterwards
     */
    void digest(long seq, byte[] digest);

    /**
     * Runs a task on the event loop of the replica, between two deliveries. Exceptions of the task are logged.
     *
     * @return false if the replica does not run or is busy; the task is then dropped
     */
    boolean execute(Runnable task);

    /**
     * Discards the state and the log of this replica, because it cannot go on from them. The replica then joins its
     * partition like one whose disk was replaced: {@link PartitionReceiver#restore} gets a snapshot of another replica.
     * The unanswered requests of the replica fail. Only one replica of a partition may do this at a time, because the
     * replica counts in no quorum until it has the history again.
     */
    void discard(String reason);

    /** Stops this replica with an error, for example because its state differs from that of the other replicas. */
    void halt(Throwable why);
}
