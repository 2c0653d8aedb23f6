package io.abcast.kernel;

import java.util.List;
import java.util.Set;

/**
 * A protocol as a deterministic state machine that receives events and calls {@link Effects}. A node has no threads,
 * clock, I/O, random source or logger; the driver owns all of these. If a node receives the same events in the same
 * order, it calls the same effects.
 *
 * <p><b>Thread rule:</b> Only one thread at a time calls the methods of a node. An effect never calls the node: the
 * driver queues the answers to effects and delivers them as later events.
 *
 * <p><b>Batches:</b> the driver calls {@link #onBatchStart}, then any number of events, then {@link #onBatchEnd}. A
 * node may delay effects until the end of the batch.
 */
public interface Node {
    /**
     * Starts the node with the content of the member's storage. The driver calls {@code onStart} once, as the first
     * event of the first batch.
     */
    void onStart(Recovered recovered);

    /**
     * Begins a batch of events for the node.
     *
     * @param nowNanos present time of a monotonic clock in ns; never decreases while the node runs
     */
    void onBatchStart(long nowNanos);

    /**
     * Ends a batch of events for the node. In {@code onBatchEnd} the node calls the effects that it has delayed during
     * the batch.
     */
    void onBatchEnd();

    /**
     * Submits the payload of a local caller, which the node must get ordered. The node answers a submitted payload
     * once: by {@link Effects#deliver} with {@code mine} set, or by {@link Effects#refuse}.
     *
     * @param request number of the request; consecutive in one run of the node from an arbitrary start, and unique
     *     across restarts
     */
    void onSubmit(long request, byte[] payload);

    /**
     * Requests a change of the membership for a local caller. The node answers a requested change once: by {@link
     * Effects#reconfigured} with {@code mine} set, or by {@link Effects#refuse}.
     *
     * @param request number of the request, unique at this member, also across restarts and among the numbers given to
     *     {@link #onSubmit}
     */
    void onReconfigure(long request, MembershipChange change);

    /**
     * Reports that the callers of all requests up to and including number {@code through} have stopped waiting. The
     * node refuses each withdrawn request that it can still keep from being ordered, as {@link Refusal#WITHDRAWN}.
     *
     * @param through number of the last withdrawn request, which was submitted to this node
     */
    default void onWithdraw(long through) {}

    /**
     * Requests a linearizable read for a local caller. The read must see the writes of every request that was
     * acknowledged before the call of {@code onRead}. The node answers a read by {@link Effects#readReady}.
     *
     * @param read number of the read; consecutive in one run of the node from an arbitrary start
     */
    void onRead(long read);

    /**
     * Requests a linearizable read of some keys for a local caller. The read must see the writes of {@code keys} by
     * every request that was acknowledged before the call of {@code onRead}. The node answers a read of some keys by
     * {@link Effects#readReady} or {@link Effects#readServed}.
     *
     * @param keys keys that the read needs, in the form that {@link Interference} gives
     */
    default void onRead(long read, Keys keys) {
        onRead(read);
    }

    /**
     * Receives {@code message} from member {@code from}. Messages of other members may be lost, repeated and reordered.
     */
    void onMessage(int from, Message message);

    /**
     * Reports a payload that the {@link Dissemination} service has received. The driver may report the same payload
     * repeatedly.
     *
     * @param from server id of the member that sent the payload, either when it spread the payload or as an answer to a
     *     request.
     * @param digest digest of {@code bytes}, which the driver has checked
     * @param bytes content of the payload, never changed after the call
     */
    default void onBytes(int from, Digest digest, byte[] bytes) {}

    /**
     * Reports that the log of this member is durable up to a log operation. Log operations are {@link Effects#append},
     * {@link Effects#vote}, {@link Effects#truncate} and {@link Effects#installSnapshot}.
     *
     * @param position number of this node's log operations since its start that are durable; never decreases
     */
    void onSynced(long position);

    /**
     * Reports that states which the node has passed to {@code Effects#persist} are durable.
     *
     * @param version number of this node's {@link Effects#persist} calls since its start whose states are durable
     */
    void onPersisted(long version);

    /**
     * Answers a call of {@link Effects#readLog}.
     *
     * @param entries consecutive log entries, of which the first directly follows {@code afterZxid}; empty if the log
     *     does not hold the entry after {@code afterZxid} now
     */
    void onLogRead(long afterZxid, List<Entry> entries);

    /**
     * Answers a call of {@link Effects#takeSnapshot}.
     *
     * @param snapshot the snapshot that the storage has made durable; {@code null} if the snapshot could not be taken
     * @param content the digest of the snapshot's content; {@code null} if no digest was requested or the snapshot
     *     could not be taken
     */
    void onSnapshotTaken(SnapshotId snapshot, Digest content);

    /**
     * Answers a call of {@link Effects#readSnapshot}; {@code bytes} is {@code null} if the storage no longer holds the
     * snapshot.
     */
    void onSnapshotRead(SnapshotId snapshot, long offset, byte[] bytes);

    /**
     * Answers a call of {@link Effects#writeSnapshot}: the snapshot's bytes before {@code nextOffset} have been
     * written.
     */
    void onSnapshotWritten(SnapshotId snapshot, long nextOffset);

    /**
     * Answers a call of {@link Effects#installSnapshot}. If the installation failed, the storage and the state machine
     * are unchanged, and the partial transfer is removed.
     *
     * @param installed true if the state machine and the storage hold exactly the state of {@code snapshot} now; false
     *     if the snapshot's content did not match the id or the requested digest
     */
    void onSnapshotInstalled(SnapshotId snapshot, boolean installed);

    /** Reports that the timer of kind {@code kind}, which the node has set by {@link Effects#setTimer}, has expired. */
    void onTimer(int kind);

    /**
     * Reports the ids of the members that this member can reach now, this member included. The reachable members are a
     * hint: nodes must not rely on them for a quorum.
     */
    void onReachable(Set<Integer> members);
}
