package io.abcast.jgroups;

import io.abcast.kernel.Membership;

/**
 * Requests that a {@link PartitionReceiver} can make to its replica, in addition to the ordering of transactions.
 *
 * <p><b>Thread rule:</b> any thread may call any method; no method blocks.
 */
public interface PartitionPort {
    /** Returns the name of the replica's partition. */
    String partition();

    /** Returns the server id of this process. */
    int server();

    /**
     * Returns whether this replica leads its partition. Only a hint: at the same time, several replicas of a partition
     * may get true, or no replica.
     */
    boolean leads();

    /**
     * Returns the members of a partition: at a server with a replica, after the last delivered change; otherwise, the
     * founders.
     *
     * @throws IllegalArgumentException if no partition has the given name
     */
    Membership members(String partition);

    /**
     * Sends a message to the receiver of a replica, which may be a replica of this server. The network may lose the
     * message.
     *
     * @param bytes the content of the message; the caller must not change the array afterwards
     * @throws IllegalArgumentException if no partition has the given name
     */
    void send(String partition, int server, byte[] bytes);

    /**
     * Reports a digest of the receiver's state after delivery {@code seq}. All replicas of a partition report digests
     * after equal numbers of deliveries. {@link PartitionReceiver#onDigest} gets the digest on which f+1 replicas
     * agree, where f is the number of faulty replicas.
     *
     * @param digest digest of the state, at most {@link io.abcast.kernel.GroupNode#DIGEST_BYTES_MAX} bytes; the caller
     *     must not change the array afterwards
     */
    void digest(long seq, byte[] digest);

    /**
     * Runs a task on the event loop of the replica, between two deliveries.
     *
     * @return false if the replica does not run or is busy; the replica then drops the task
     */
    boolean execute(Runnable task);

    /**
     * Discards the state and the log of this replica, because the replica cannot continue with this state and log.
     * After {@code discard}, the replica joins its partition like a replica whose disk was replaced: {@link
     * PartitionReceiver#restore} gets a snapshot of another replica. The unanswered requests of the replica fail. Only
     * one replica of a partition may discard its state at a time.
     */
    void discard(String reason);

    /**
     * Stops this replica with an error, for example because this receiver's state differs from the state of the other
     * replicas.
     */
    void halt(Throwable why);
}
