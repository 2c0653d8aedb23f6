package io.abcast.kernel;

import java.util.Set;
import java.util.function.Supplier;

/**
 * The requests of a {@link Node} to its driver. Calls return at once; answers come as later events, never from inside
 * the call.
 *
 * <p><b>Order:</b> {@link #send} is FIFO per destination, the log operations ({@link #append}, {@link #vote}, {@link
 * #truncate}, {@link #installSnapshot}) are FIFO among themselves, and so are {@link #deliver} and {@link
 * #takeSnapshot}. No other order is promised: a node that needs "durable before sent" waits for {@link Node#onSynced}.
 */
public interface Effects {
    /** Sends {@code message} to member {@code to}; it may be lost. */
    void send(int to, Message message);

    /**
     * Sends a message that may be held for a while, so that it leaves together with a later one for the same member.
     * Messages of this method and of {@link #send} arrive in the order in which they were sent. Holds and pledges are
     * hints: a driver may send at once, and no safety may depend on them.
     */
    default void send(int to, Message message, Hold hold) {
        send(to, message);
    }

    /**
     * Begins a pledge: the node expects to send to each member of {@code to} within about {@code expectedNanos}, for
     * example because it is a leader that waits for a quorum. Other messages to these members may be held until then
     * (Mahamdi et al. 2023, section III-B).
     *
     * @param pledge unique among the open pledges of this node; replaces an open pledge of the same number
     */
    default void beginPledge(long pledge, Set<Integer> to, long expectedNanos) {}

    /**
     * Ends a pledge. Called directly before the node sends the announced messages, or when it will not send them. An
     * unknown number is ignored, so the method may be called twice.
     */
    default void endPledge(long pledge) {}

    /**
     * Appends an entry to the log; counts as one log operation. The payload may be part of the newest {@link #vote} of
     * the entry's slot: a storage that finds it there need not write it again.
     */
    void append(Entry entry);

    /**
     * Records this member's vote in a slot that is not decided yet in the log; counts as one log operation.
     * It replaces the earlier record of that slot. {@link Recovered#votes} has the newest record of each slot. Neither
     * {@link #purgeLog} nor {@link #installSnapshot} removes it.
     *
     * @param slot at least 1
     * @param openFrom records of lower slots are no longer needed; at least 1. The storage may keep them
     * @param record encodes the record. Called at most once, before this method returns; not called by a storage that
     *     forgets votes. The caller does not change the array afterwards
     */
    void vote(long slot, long openFrom, Supplier<byte[]> record);

    /**
     * Removes every entry after {@code lastZxid} from the log; counts as one log operation. Votes that were recorded
     * after that entry may be removed too.
     */
    void truncate(long lastZxid);

    /**
     * Reads entries after {@code afterZxid}, at least one entry and at most about {@code bytesMax} bytes of entries.
     * The answer is {@link Node#onLogRead}. A read sees every append that was requested before the read. Reads are
     * answered in the order of the calls.
     */
    void readLog(long afterZxid, int bytesMax);

    /** Permits the storage to remove log entries up to and including {@code throughZxid}, and snapshots before it. */
    void purgeLog(long throughZxid);

    /** Atomically replaces the node's small durable state; answered by {@link Node#onPersisted}. */
    void persist(byte[] state);

    /**
     * Hands an entry to the state machine: abdeliver. An entry of kind {@link Entry.Kind#MEMBERSHIP} only advances the
     * state machine's place in the order; the application does not see it.
     *
     * @param mine whether the entry answers the request {@code entry.request()} that was submitted to this node
     */
    void deliver(Entry entry, boolean mine);

    /**
     * Reports that the ensemble has changed to {@code now}. Called whenever an entry of kind {@link
     * Entry.Kind#MEMBERSHIP}, a snapshot or the recovered history has another membership than the one reported last;
     * also called once at the start.
     *
     * @param request the number given to {@link Node#onReconfigure}; only meaningful with {@code mine}
     * @param mine whether the change answers a request of this node
     */
    void reconfigured(long request, boolean mine, Membership now);

    /** Refuses a request: it will not be answered by a delivery. */
    void refuse(long request, Refusal why);

    /** Reports that every read up to and including {@code read} may now be served from the state machine. */
    void readReady(long read);

    /** {@link #takeSnapshot(long, byte[], boolean)} without a digest. */
    default void takeSnapshot(long zxid, byte[] note) {
        takeSnapshot(zxid, note, false);
    }

    /**
     * Writes the state machine's present state, whose last entry is {@code zxid}, as a snapshot; answered by {@link
     * Node#onSnapshotTaken}.
     *
     * @param note the node's own data about that state; kept with the content, atomically
     * @param digested whether the answer contains the digest of the content, which is kept with it; costs a SHA-256 of
     *     the whole content
     */
    void takeSnapshot(long zxid, byte[] note, boolean digested);

    /**
     * Keeps a snapshot until another snapshot is named or installed. The storage keeps the named snapshot beside the
     * newest snapshots, and the log after it, even if {@link #purgeLog} allows their removal. The call has no effect if
     * the storage does not hold the snapshot. {@link SnapshotId#EMPTY} names no snapshot: the storage may remove the
     * previously named snapshot. A storage that runs out of room also removes the named snapshot. A restart forgets the
     * name.
     */
    void keepSnapshot(SnapshotId snapshot);

    /** Reads a chunk; answered by {@link Node#onSnapshotRead}. */
    void readSnapshot(SnapshotId snapshot, long offset, int bytesMax);

    /**
     * Writes a chunk of a snapshot under transfer; answered by {@link Node#onSnapshotWritten}. There is one transfer at
     * a time: a new id or offset 0 drops the previous transfer.
     */
    void writeSnapshot(SnapshotId snapshot, long offset, byte[] bytes);

    /** {@link #installSnapshot(SnapshotId, byte[], Digest)} of a content that only its checksum verifies. */
    default void installSnapshot(SnapshotId snapshot, byte[] note) {
        installSnapshot(snapshot, note, null);
    }

    /**
     * Makes the completely written snapshot ({@link SnapshotId#EMPTY} needs no transfer) the whole history: durable,
     * log emptied, state machine restored. Counts as one log operation; answered by {@link Node#onSnapshotInstalled}.
     *
     * @param note as in {@link #takeSnapshot}
     * @param content the digest that the content must have, which is kept with it; {@code null}: any content that
     *     matches the id
     */
    void installSnapshot(SnapshotId snapshot, byte[] note, Digest content);

    /** Starts or restarts the timer of this kind; there is one per kind. */
    void setTimer(int kind, long delayNanos);

    void cancelTimer(int kind);

    /** Reports a line to operators: elections, synchronisations, dropped sessions. Never called per request. */
    void report(String line);

    /** Stops this node with an error, because it found its own state impossible. No event follows. */
    void halt(String reason);
}
