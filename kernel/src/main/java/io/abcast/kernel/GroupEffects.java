package io.abcast.kernel;

/**
 * The calls by which a {@link GroupNode} requests work from its driver.
 *
 * <p><b>Order:</b> The driver carries out calls of {@link #deliver(GroupDelivery)}, {@link #freeze} and {@link
 * #takeSnapshot(long, byte[], boolean, byte[])} in the order in which the node calls them. Messages that a node sends
 * by {@link #sendTo} may arrive in any order.
 */
public interface GroupEffects extends Effects {
    /**
     * Sends {@code message} to the replica of {@code group} at {@code server}. The message may be lost, also because
     * {@code server} has no replica of {@code group}. The addressed replica is never the replica of this node.
     */
    void sendTo(int group, int server, Message message);

    /**
     * Delivers a transaction: hands the transaction to the state machine of the group. The driver answers a delivery by
     * {@link GroupNode#onResult}. One log entry may cause no delivery, one delivery or several deliveries.
     */
    void deliver(GroupDelivery delivery);

    /**
     * Reports that the present state of the state machine answers the reads with numbers up to {@code read}. The driver
     * must not send the answers of reads up to number {@code read} before the node calls {@link Effects#readReady}. If
     * a node calls {@code readReady} without {@code readTaken}, the driver chooses the state that answers the reads.
     */
    void readTaken(long read);

    /** Answers a transaction that a local caller has submitted to this node. */
    void answer(long request, GroupAnswers answers);

    /**
     * Reports the digest on which f+1 replicas of the group agree for the state after delivery {@code seq}, where f is
     * the number of faulty replicas, see {@link GroupNode#onDigest}. A replica that replays its log after a restart
     * reports the same digests as before the restart.
     */
    void digestAgreed(long seq, byte[] digest);

    /**
     * Freezes the state machine's present state for the next {@link #takeSnapshot(long, byte[], boolean, byte[])}. The
     * node takes the snapshot when it has the results of all deliveries before the call of {@code freeze}. If a
     * snapshot of another member replaces the state, the frozen state is discarded.
     */
    void freeze();

    /**
     * Writes the state machine's state, together with the state of this node, as a snapshot. The snapshot contains the
     * state of the last {@link #freeze}, or the present state if no frozen state waits. The driver answers
     * {@code takeSnapshot} by {@link Node#onSnapshotTaken}.
     *
     * @param zxid zxid of the last log entry that the snapshot contains
     * @param note the node's own data that belong to the snapshot, see
     *     {@link Effects#takeSnapshot(long, byte[], boolean)}
     * @param digested whether the storage computes a digest of the snapshot, see
     *     {@link Effects#takeSnapshot(long, byte[], boolean)}
     * @param state the state of this node, which the driver later passes to {@link GroupNode#onRestored}
     */
    void takeSnapshot(long zxid, byte[] note, boolean digested, byte[] state);
}
