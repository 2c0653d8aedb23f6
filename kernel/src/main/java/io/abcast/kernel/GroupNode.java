package io.abcast.kernel;

/**
 * A replica of one of several groups, each of which replicates its own state machine. Each group orders its own
 * transactions, and several groups together order the transactions that concern all of them. Groups have numbers 0, 1,
 * 2, and so on; each group has the same number at all servers. A server may hold replicas of several groups; each
 * replica has its own driver, log and state machine.
 *
 * <p>The methods of {@link Node} concern the group of this replica: its log, its membership, and reads of its state.
 * The methods that {@code GroupNode} adds to {@link Node} concern the other groups, and transactions.
 */
public interface GroupNode extends Node {
    /** Maximum size in bytes of a digest of the application's state. */
    int DIGEST_BYTES_MAX = 64;

    /**
     * Reports the present wall-clock time of the server to the node. The driver calls {@code onClock} directly after
     * {@link #onBatchStart}. The wall-clock time may jump forwards or backwards, and differs between servers.
     *
     * @param epochMicros wall-clock time in microseconds since 1970-01-01
     */
    void onClock(long epochMicros);

    /**
     * Submits a transaction of a local caller, which the node must get ordered. The node answers each transaction once,
     * by {@link GroupEffects#answer} or {@link Effects#refuse}.
     *
     * @param request number of the transaction at this member, as for {@link Node#onSubmit(long, byte[])}.
     * @param groups numbers of the groups to which the transaction is addressed, ascending, at least one; never changed
     *     after the call
     * @param payload bytes of the transaction; never changed after the call
     */
    void onSubmit(long request, int[] groups, byte[] payload);

    /**
     * Receives a message that another replica has sent by {@link GroupEffects#sendTo}. Messages of other replicas may
     * be lost, repeated and reordered.
     *
     * @param group group of the sending replica; may be the group of this replica
     * @param from server id of the sending replica
     */
    void onGroupMessage(int group, int from, Message message);

    /**
     * Reports the application's result for a delivered transaction. The application reports the results of deliveries
     * in any order. Every delivery gets one result, unless a snapshot replaces the application's state before the
     * result.
     *
     * @param seq number of the delivery in the order of this group
     * @param result bytes of the application's result; must not be changed after the call
     */
    void onResult(long seq, byte[] result);

    /**
     * Reports a digest of the application's state at this replica. {@link GroupEffects#digestAgreed} reports the digest
     * on which f+1 replicas agree, where f is the number of faulty replicas.
     *
     * @param seq number of the last delivery that the state includes; all replicas report digests after the same
     *     deliveries, in the same order
     * @param digest the digest of the application's state, at most {@link #DIGEST_BYTES_MAX} bytes; must not be changed
     *     after the call
     */
    void onDigest(long seq, byte[] digest);

    /**
     * Replaces this node's state by the node's state in a snapshot that the storage has restored. The driver calls
     * {@code onRestored} before {@link #onStart}, and before {@link #onSnapshotInstalled} reports success.
     *
     * @param state the node's state as given to {@link GroupEffects#takeSnapshot(long, byte[], boolean, byte[])}; empty
     *     for the initial state
     * @throws MalformedFrameException if the bytes are not a valid state of a node
     */
    void onRestored(byte[] state);
}
