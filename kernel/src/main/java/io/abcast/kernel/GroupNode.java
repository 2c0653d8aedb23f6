package io.abcast.kernel;

/**
 * A replica of one of several groups. Each group orders its own transactions, and the groups together order the
 * transactions that concern several of them. Groups have numbers 0, 1, 2, and so on; the numbers are the same at all
 * servers. A server may hold replicas of several groups; each replica has its own driver, log and state machine.
 *
 * <p>The members of {@link Node} concern the group of this replica: its log, its membership, and reads of its state.
 * The methods of this interface concern the other groups, and transactions.
 */
public interface GroupNode extends Node {
    /** Maximum size of a digest in bytes. */
    int DIGEST_BYTES_MAX = 64;

    /**
     * Reports the wall-clock time. The driver calls this directly after {@link #onBatchStart}. The time may jump and
     * go back, and differs between servers.
     *
     * @param epochMicros microseconds since 1970-01-01
     */
    void onClock(long epochMicros);

    /**
     * Submits a transaction of a local caller. The node answers once, by {@link GroupEffects#answer} or {@link
     * Effects#refuse}.
     *
     * @param request number of the request, as for {@link Node#onSubmit(long, byte[])}
     * @param groups numbers of the groups to which the transaction is addressed, ascending, at least one; never changed
     *     afterwards
     * @param payload never changed afterwards
     */
    void onSubmit(long request, int[] groups, byte[] payload);

    /**
     * Handles a message that a replica sent by {@link GroupEffects#sendTo}. Messages may be lost, repeated and
     * reordered.
     *
     * @param group group of the sending replica; may be the group of this replica
     * @param from server id of the sending replica
     */
    void onGroupMessage(int group, int from, Message message);

    /**
     * Reports the application's result for a delivery. Results come in any order, and every delivery has one unless the
     * state is replaced before. If the application returns its result at once, the driver calls this at the end of the
     * same batch. For a delivery in {@link #onBatchEnd}, it calls this in a further batch at the same time.
     *
     * @param seq number of the delivery
     * @param result must not be changed afterwards
     */
    void onResult(long seq, byte[] result);

    /**
     * Reports a digest of the application's state, which the replicas of the group compare. {@link
     * GroupEffects#digestAgreed} reports the digest that f+1 replicas share.
     *
     * @param seq the last delivery in the state; replicas report digests for the same deliveries, in their order
     * @param digest at most {@link #DIGEST_BYTES_MAX} bytes; must not be changed afterwards
     */
    void onDigest(long seq, byte[] digest);

    /**
     * Replaces this node's state by the state in a snapshot that the storage has restored. The application already has
     * the state of the same snapshot. The driver calls this before {@link #onStart}, and before {@link
     * #onSnapshotInstalled} reports success.
     *
     * @param state the bytes given to {@link GroupEffects#takeSnapshot(long, byte[], boolean, byte[])}; empty for the
     *     initial state
     * @throws MalformedFrameException if the bytes are not such a state
     */
    void onRestored(byte[] state);
}
