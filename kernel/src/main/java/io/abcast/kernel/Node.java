package io.abcast.kernel;

import java.util.List;
import java.util.Set;

/**
 * A protocol as a deterministic state machine: events in, {@link Effects} out. It has no threads, clock, I/O, random
 * source or logger; the driver owns all of them. The same events in the same order give the same effects.
 *
 * <p><b>Thread rule:</b> all calls come from one thread at a time. A node never calls back into itself through an
 * effect: the driver queues the answers of effects and delivers them as later events.
 *
 * <p><b>Batches:</b> the driver calls {@link #onBatchStart}, any number of events, {@link #onBatchEnd}. A node may
 * delay effects until the end of the batch, so that the results of one batch leave in one message and one log flush.
 */
public interface Node {
    /** Starts the node. The first event, called once, in a batch of its own or at the start of one. */
    void onStart(Recovered recovered);

    /**
     * Begins a batch.
     *
     * @param nowNanos a monotonic clock; never decreases during the run of the node
     */
    void onBatchStart(long nowNanos);

    /** Ends a batch: the node sends what it has delayed. */
    void onBatchEnd();

    /**
     * Submits a payload of a local caller. Answered by {@link Effects#deliver} with {@code mine} set or by {@link
     * Effects#refuse}; never by both, never twice.
     *
     * @param request consecutive during the run of a node, starting anywhere; unique across restarts
     */
    void onSubmit(long request, byte[] payload);

    /**
     * Requests a change of the ensemble for a local caller. Answered by {@link Effects#reconfigured} with {@code mine}
     * set or by {@link Effects#refuse}; never by both, never twice.
     *
     * @param request unique at this member, also across its restarts; never a number given to {@link #onSubmit}
     */
    void onReconfigure(long request, MembershipChange change);

    /**
     * Reports that the callers of all requests up to and including {@code through} have given up waiting. The node
     * refuses the requests that it can still keep from being ordered, as {@link Refusal#WITHDRAWN}. It gives no special
     * answer for the other requests, and may still answer them later. A node that ignores this event keeps all these
     * requests until it can answer them.
     *
     * @param through number of a request that was submitted to this node
     */
    default void onWithdraw(long through) {}

    /**
     * Requests a linearizable read for a local caller: it must see the writes of every request completed before now.
     * Answered by {@link Effects#readReady}.
     *
     * @param read consecutive during the run of a node, starting anywhere
     */
    void onRead(long read);

    /** Handles {@code message} from member {@code from}. Loss, repetition and reordering are possible. */
    void onMessage(int from, Message message);

    /**
     * Reports that the log is durable up to an operation.
     *
     * @param position number of this node's log operations ({@link Effects#append}, {@link Effects#vote}, {@link
     *     Effects#truncate}, {@link Effects#installSnapshot}), counted from 1 since its start, that are durable; never
     *     decreases
     */
    void onSynced(long position);

    /**
     * Reports that persisted states are durable.
     *
     * @param version number of this node's {@link Effects#persist} calls, counted from 1, that are durable
     */
    void onPersisted(long version);

    /**
     * Answers {@link Effects#readLog}.
     *
     * @param entries consecutive entries, the first entry directly follows {@code afterZxid}; empty if the log no
     *     longer (or not yet) holds the entry after {@code afterZxid}
     */
    void onLogRead(long afterZxid, List<Entry> entries);

    /**
     * Answers {@link Effects#takeSnapshot}.
     *
     * @param snapshot durable; {@code null} if it could not be taken
     * @param content the digest of its content; {@code null} if no digest was requested or the snapshot could not be
     *     taken
     */
    void onSnapshotTaken(SnapshotId snapshot, Digest content);

    /**
     * Answers {@link Effects#readSnapshot}; {@code bytes} is {@code null} if the storage no longer holds the snapshot.
     */
    void onSnapshotRead(SnapshotId snapshot, long offset, byte[] bytes);

    /** Answers {@link Effects#writeSnapshot}: the bytes before {@code nextOffset} have been written. */
    void onSnapshotWritten(SnapshotId snapshot, long nextOffset);

    /**
     * Answers {@link Effects#installSnapshot}: state machine and storage hold exactly this snapshot.
     *
     * @param installed false if the content did not match the id or the requested digest; storage and state machine are
     *     then unchanged, and the partial transfer is gone
     */
    void onSnapshotInstalled(SnapshotId snapshot, boolean installed);

    /** A timer set by {@link Effects#setTimer} has expired. */
    void onTimer(int kind);

    /** Reports the members that can be reached now, including this member. It is a hint and proves no quorum. */
    void onReachable(Set<Integer> members);
}
