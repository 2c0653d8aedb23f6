package io.abcast.kernel;

import java.util.List;
import java.util.Set;

/**
 * A protocol as a deterministic state machine that receives events and calls {@link Effects}. A node has no threads,
 * clock, I/O, random source or logger; the driver owns all of them. The same events in the same order cause the same
 * effects.
 *
 * <p><b>Thread rule:</b> all calls come from one thread at a time. A node never calls back into itself through an
 * effect: the driver queues the answers of effects and delivers them as later events.
 *
 * <p><b>Batches:</b> the driver calls {@link #onBatchStart}, then any number of events, then {@link #onBatchEnd}. A
 * node may delay effects until the end of the batch, so that the results of one batch leave in one message and one log
 * flush.
 */
public interface Node {
    /** Starts the node. The driver calls this once, as the first event of the first batch. */
    void onStart(Recovered recovered);

    /**
     * Begins a batch.
     *
     * @param nowNanos present time of a monotonic clock; never decreases during the run of the node
     */
    void onBatchStart(long nowNanos);

    /** Ends a batch. The node carries out the effects that it has delayed. */
    void onBatchEnd();

    /**
     * Submits a payload of a local caller. The node answers once: by {@link Effects#deliver} with {@code mine} set, or
     * by {@link Effects#refuse}.
     *
     * @param request number of the request. The numbers of one run are consecutive from an arbitrary start, and unique
     *     across restarts
     */
    void onSubmit(long request, byte[] payload);

    /**
     * Requests a change of the ensemble for a local caller. The node answers once: by {@link Effects#reconfigured} with
     * {@code mine} set, or by {@link Effects#refuse}.
     *
     * @param request number of the request, unique at this member, also across restarts and among the numbers given to
     *     {@link #onSubmit}
     */
    void onReconfigure(long request, MembershipChange change);

    /**
     * Reports that the callers of all requests up to and including {@code through} have given up waiting. The node
     * refuses each request that it can still withhold from ordering, as {@link Refusal#WITHDRAWN}. The node may still
     * answer the other requests later. A node that ignores this event keeps all these requests until it can answer
     * them.
     *
     * @param through number of a request that was submitted to this node
     */
    default void onWithdraw(long through) {}

    /**
     * Requests a linearizable read for a local caller. The read must see the writes of every request that was
     * acknowledged before this call. {@link Effects#readReady} is the answer.
     *
     * @param read number of the read. The numbers of one run are consecutive from an arbitrary start
     */
    void onRead(long read);

    /**
     * Like {@link #onRead(long)}, but the read concerns some keys only: it must see the writes of these keys. {@link
     * Effects#readReady} or {@link Effects#readServed} is the answer. A protocol with a total order ignores the keys.
     *
     * @param keys keys as {@link Interference} gives them
     */
    default void onRead(long read, Keys keys) {
        onRead(read);
    }

    /** Handles {@code message} from member {@code from}. Messages may be lost, repeated and reordered. */
    void onMessage(int from, Message message);

    /**
     * Reports a payload that {@link Dissemination} has delivered. A payload may be reported repeatedly.
     *
     * @param from member that sent the payload, either when it spread the payload or as an answer to a request.
     * @param digest digest of {@code bytes}, which has been checked
     * @param bytes content, never changed afterwards
     */
    default void onBytes(int from, Digest digest, byte[] bytes) {}

    /**
     * Reports that the log is durable up to an operation.
     *
     * @param position number of this node's log operations since its start that are durable; never decreases. Log
     *     operations are {@link Effects#append}, {@link Effects#vote}, {@link Effects#truncate} and {@link
     *     Effects#installSnapshot}
     */
    void onSynced(long position);

    /**
     * Reports that persisted states are durable.
     *
     * @param version number of this node's {@link Effects#persist} calls since its start whose states are durable
     */
    void onPersisted(long version);

    /**
     * Answers {@link Effects#readLog}.
     *
     * @param entries consecutive entries, of which the first directly follows {@code afterZxid}; empty if the log does
     *     not hold that entry now
     */
    void onLogRead(long afterZxid, List<Entry> entries);

    /**
     * Answers {@link Effects#takeSnapshot}.
     *
     * @param snapshot the snapshot, which is durable; {@code null} if it could not be taken
     * @param content the digest of the snapshot's content; {@code null} if no digest was requested or the snapshot
     *     could not be taken
     */
    void onSnapshotTaken(SnapshotId snapshot, Digest content);

    /**
     * Answers {@link Effects#readSnapshot}; {@code bytes} is {@code null} if the storage no longer holds the snapshot.
     */
    void onSnapshotRead(SnapshotId snapshot, long offset, byte[] bytes);

    /** Answers {@link Effects#writeSnapshot}: the bytes before {@code nextOffset} have been written. */
    void onSnapshotWritten(SnapshotId snapshot, long nextOffset);

    /**
     * Answers {@link Effects#installSnapshot}.
     *
     * @param installed true if state machine and storage hold exactly this snapshot now. False if the content did not
     *     match the id or the requested digest. Storage and state machine are then unchanged, and the partial transfer
     *     is removed
     */
    void onSnapshotInstalled(SnapshotId snapshot, boolean installed);

    /** Reports that a timer set by {@link Effects#setTimer} has expired. */
    void onTimer(int kind);

    /**
     * Reports the members that can be reached now, including this member. The report is a hint: nodes must not rely on
     * it for a quorum.
     */
    void onReachable(Set<Integer> members);
}
