package io.abcast.kernel;

import java.util.List;
import java.util.Set;

/**
 * A protocol as a deterministic state machine: events in, {@link Effects} out. It has no threads, clock, I/O, random
 * source or logger; the driver owns all of them. The same events in the same order give the same effects.
 *
 * <p><b>Thread rule:</b> all calls come from one thread at a time. A node never calls back into itself through an effect:
 * the driver queues the answers of effects and hands them in as later events.
 *
 * <p><b>Batches:</b> the driver calls {@link #onBatchStart}, any number of events, {@link #onBatchEnd}. A node may hold
 * effects back until the end of the batch, so that what one batch brought goes out in one message and one log flush.
 */
public interface Node {
    /** The first event, once, in a batch of its own or at the head of one. */
    void onStart(Recovered recovered);

    /** @param nowNanos a monotonic clock; never decreases while the node lives */
    void onBatchStart(long nowNanos);

    /** No event is left for now: send what was held back. */
    void onBatchEnd();

    /**
     * A local caller wants {@code payload} ordered. Answered by {@link Effects#deliver} with {@code mine} set or by
     * {@link Effects#refuse}; never by both, never twice.
     *
     * @param request consecutive within the life of a node, starting anywhere; unique across restarts
     */
    void onSubmit(long request, byte[] payload);

    /**
     * A local caller wants the ensemble changed. Answered by {@link Effects#reconfigured} with {@code mine} set or by {@link
     * Effects#refuse}; never by both, never twice.
     *
     * @param request unique at this member, also across its restarts; no number that {@link #onSubmit} is given
     */
    void onReconfigure(long request, MembershipChange change);

    /**
     * The callers of all requests up to and including {@code through} have given up waiting. What the node can still keep from
     * being ordered it refuses as {@link Refusal#WITHDRAWN}; to the rest it has nothing to say, now or later, and may answer
     * it all the same. A node that ignores this keeps such requests until it can answer them.
     *
     * @param through number of a request submitted before
     */
    default void onWithdraw(long through) {}

    /**
     * A local caller wants to read what every completed request before now has written. Answered by {@link
     * Effects#readReady}.
     *
     * @param read consecutive within the life of a node, starting anywhere
     */
    void onRead(long read);

    /** {@code message} arrived from member {@code from}. Loss, repetition and reordering are possible. */
    void onMessage(int from, Message message);

    /**
     * The log is durable up to an operation.
     *
     * @param position how many of this node's log operations ({@link Effects#append}, {@link Effects#truncate}, {@link
     *     Effects#installSnapshot}), counted from 1 since its start, are durable; never decreases
     */
    void onSynced(long position);

    /** @param version how many of this node's {@link Effects#persist} calls, counted from 1, are durable */
    void onPersisted(long version);

    /**
     * Answers {@link Effects#readLog}.
     *
     * @param entries consecutive entries, the first directly after {@code afterZxid}; empty if the log no longer (or not
     *     yet) holds that one
     */
    void onLogRead(long afterZxid, List<Entry> entries);

    /**
     * Answers {@link Effects#takeSnapshot}.
     *
     * @param snapshot durable; {@code null} if it could not be taken
     * @param content the digest of its content; {@code null} if none was asked for or it could not be taken
     */
    void onSnapshotTaken(SnapshotId snapshot, Digest content);

    /** Answers {@link Effects#readSnapshot}; {@code bytes} is {@code null} if the storage no longer holds it. */
    void onSnapshotRead(SnapshotId snapshot, long offset, byte[] bytes);

    /** Answers {@link Effects#writeSnapshot}: the bytes before {@code nextOffset} have been written. */
    void onSnapshotWritten(SnapshotId snapshot, long nextOffset);

    /**
     * Answers {@link Effects#installSnapshot}: state machine and storage hold exactly this snapshot.
     *
     * @param installed false if the content did not match the id or the digest that was asked for; storage and state machine are as before and the partial
     *     transfer is gone
     */
    void onSnapshotInstalled(SnapshotId snapshot, boolean installed);

    /** A timer set by {@link Effects#setTimer} has expired. */
    void onTimer(int kind);

    /** A hint which members can be reached now, this one included. Never a quorum. */
    void onReachable(Set<Integer> members);
}
