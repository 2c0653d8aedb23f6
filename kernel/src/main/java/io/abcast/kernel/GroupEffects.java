package io.abcast.kernel;

/**
 * The requests of a {@link GroupNode} to its driver.
 *
 * <p><b>Order:</b> Calls of {@link #deliver(GroupDelivery)}, {@link #freeze} and {@link #takeSnapshot(long, byte[],
 * boolean, byte[])} are carried out in the order of the calls. Messages of {@link #sendTo} have no order.
 */
public interface GroupEffects extends Effects {
    /**
     * Sends a message to the replica of {@code group} at {@code server}, which may be outside the ensemble of this
     * node. The message may be lost, also because no such replica exists. The replica is never this one.
     */
    void sendTo(int group, int server, Message message);

    /**
     * Delivers a transaction: hands it to the state machine. {@link GroupNode#onResult} is the answer. One log entry
     * may cause several deliveries, or none.
     */
    void deliver(GroupDelivery delivery);

    /**
     * Reports that the state machine's present state answers every read whose number is at most {@code read}, and that
     * was not taken before. The answers must not leave before {@link Effects#readReady} follows. A node that calls only
     * {@code readReady} lets the driver choose the state.
     */
    void readTaken(long read);

    /** Answers a transaction that was submitted to this node. */
    void answer(long request, GroupAnswers answers);

    /**
     * Reports the digest of the state after delivery {@code seq} that f+1 replicas of the group share, see {@link
     * GroupNode#onDigest}. A replica that replays its log gets the same reports again.
     */
    void digestAgreed(long seq, byte[] digest);

    /**
     * Freezes the state machine's present state for the next {@link #takeSnapshot(long, byte[], boolean, byte[])}. A node
     * calls this if the results of earlier deliveries are missing. Deliveries continue. The node takes the snapshot when
     * it has the results of all deliveries before this call. A replacement of the state undoes this call.
     */
    void freeze();

    /**
     * Writes the state machine's state, together with the state of this node, as a snapshot. It is the state of the last
     * {@link #freeze}, or the present state if no such state waits. {@link Node#onSnapshotTaken} is the answer.
     *
     * @param zxid the last log entry of the snapshot
     * @param note see {@link Effects#takeSnapshot(long, byte[], boolean)}
     * @param digested see {@link Effects#takeSnapshot(long, byte[], boolean)}
     * @param state the state of this node, which {@link GroupNode#onRestored} receives after a restart, and at other
     *     members that install the snapshot
     */
    void takeSnapshot(long zxid, byte[] note, boolean digested, byte[] state);
}
