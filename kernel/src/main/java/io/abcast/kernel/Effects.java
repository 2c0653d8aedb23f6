package io.abcast.kernel;

import java.util.Set;
import java.util.function.Supplier;

/**
 * The requests of a {@link Node} to its driver. Calls return at once. The driver answers by later events, never inside
 * the call.
 *
 * <p><b>Order:</b> Messages of {@link #send} are FIFO for each destination. The log operations ({@link #append}, {@link
 * #vote}, {@link #truncate}, {@link #installSnapshot}) are carried out in the order of the calls. Calls of {@link
 * #deliver} and {@link #takeSnapshot} are carried out in the order of the calls too. No other order is promised. A node
 * that may send only after an entry is durable waits for {@link Node#onSynced}.
 */
public interface Effects {
    /** Sends {@code message} to member {@code to}. The message may be lost. */
    void send(int to, Message message);

    /**
     * Sends a message that may be held for a while, so that it leaves together with a later message for the same
     * member. Messages sent by this method and by {@link #send(int, Message)} arrive in the order in which they were
     * sent. Holds and pledges are hints: a driver may send at once, and no safety may depend on them.
     */
    default void send(int to, Message message, Hold hold) {
        send(to, message);
    }

    /**
     * Begins a pledge: the node expects to send to each member of {@code to} within about {@code expectedNanos}, for
     * example because it is a leader that waits for a quorum. Until then the driver may hold other messages to these
     * members (Mahamdi et al. 2023, section III-B).
     *
     * @param pledge number of the pledge. An open pledge of this node with the same number is replaced
     */
    default void beginPledge(long pledge, Set<Integer> to, long expectedNanos) {}

    /**
     * Ends a pledge. The node calls this directly before it sends the announced messages, or when it will not send
     * them. An unknown number is ignored, so the method may be called twice.
     */
    default void endPledge(long pledge) {}

    /**
     * Appends an entry to the log. The call counts as one log operation. If the newest {@link #vote} of the entry's
     * slot contains the payload, a storage need not write the payload again.
     */
    void append(Entry entry);

    /**
     * Records this member's vote in the log, for a slot that is not decided yet. The call counts as one log operation.
     * The new record replaces the earlier record of that slot. {@link Recovered#votes} has the newest record of each
     * slot. Neither {@link #purgeLog} nor {@link #installSnapshot} removes this record.
     *
     * @param slot at least 1
     * @param openFrom lowest slot whose records are still needed, at least 1. The storage may keep records of lower
     *     slots
     * @param record encodes the record. The storage calls the encoder at most once, before this method returns. A
     *     storage that keeps no votes does not call the encoder. The returned array must never be changed afterwards
     */
    void vote(long slot, long openFrom, Supplier<byte[]> record);

    /**
     * Removes every entry after {@code lastZxid} from the log. The call counts as one log operation. Votes that were
     * recorded after that entry may be removed too.
     */
    void truncate(long lastZxid);

    /**
     * Reads entries after {@code afterZxid}, at least one entry and at most about {@code bytesMax} bytes of entries.
     * The answer is {@link Node#onLogRead}. The answer takes into account every append that was requested before the
     * read. The driver answers reads in the order of the calls.
     */
    void readLog(long afterZxid, int bytesMax);

    /**
     * Permits the storage to remove log entries up to and including {@code throughZxid}, and snapshots of lower zxids.
     */
    void purgeLog(long throughZxid);

    /** Atomically replaces the node's small durable state. {@link Node#onPersisted} is the answer. */
    void persist(byte[] state);

    /**
     * Abdelivers an entry: hands it to the state machine. An entry of kind {@link Entry.Kind#MEMBERSHIP} only advances
     * the state machine's place in the order; the application does not see it.
     *
     * @param mine whether the entry answers the request {@code entry.request()} that was submitted to this node
     */
    void deliver(Entry entry, boolean mine);

    /**
     * Reports that the ensemble has changed to {@code now}. A node calls this method once at its start, and again when
     * a membership entry, a snapshot or the recovered history has another membership than the one reported last.
     *
     * @param request the number given to {@link Node#onReconfigure}; meaningful only if {@code mine} is true
     * @param mine whether the change answers a request of this node
     */
    void reconfigured(long request, boolean mine, Membership now);

    /** Refuses a request: no delivery will answer it. */
    void refuse(long request, Refusal why);

    /** Reports that the state machine may now answer every read whose number is at most {@code read}. */
    void readReady(long read);

    /**
     * Reports that the state machine may now answer the read with this number. Earlier reads, which may concern other
     * keys, still wait. Only nodes that use the keys of {@link Node#onRead(long, Keys)} call this method.
     *
     * @throws UnsupportedOperationException if the driver runs no such nodes
     */
    default void readServed(long read) {
        throw new UnsupportedOperationException("this driver serves no reads of single keys");
    }

    /** Calls {@link #takeSnapshot(long, byte[], boolean)} without requesting a digest. */
    default void takeSnapshot(long zxid, byte[] note) {
        takeSnapshot(zxid, note, false);
    }

    /**
     * Writes the state machine's present state, whose last entry is {@code zxid}, as a snapshot. {@link
     * Node#onSnapshotTaken} is the answer.
     *
     * @param note the node's own data about that state; the storage keeps it atomically with the content
     * @param digested whether the storage computes the SHA-256 digest of the whole content, keeps it with the content
     *     and returns it in the answer
     */
    void takeSnapshot(long zxid, byte[] note, boolean digested);

    /**
     * Names a snapshot that the storage must keep until another snapshot is named or installed. The storage keeps the
     * named snapshot and the log after it even if {@link #purgeLog} allows their removal. The storage keeps the newest
     * snapshots as well. The call has no effect if the storage does not hold the snapshot. With {@link
     * SnapshotId#EMPTY}, no snapshot is named any more, and the storage may remove the previously named one. A storage
     * that runs out of space may remove the named snapshot too. After a restart no snapshot is named.
     */
    void keepSnapshot(SnapshotId snapshot);

    /** Reads a chunk of a snapshot. {@link Node#onSnapshotRead} is the answer. */
    void readSnapshot(SnapshotId snapshot, long offset, int bytesMax);

    /**
     * Writes a chunk of a snapshot that is being transferred. {@link Node#onSnapshotWritten} is the answer. There is
     * one transfer at a time: a chunk with a new id or with offset 0 drops the previous transfer.
     */
    void writeSnapshot(SnapshotId snapshot, long offset, byte[] bytes);

    /** Installs a snapshot whose content is verified only by its CRC32C checksum. */
    default void installSnapshot(SnapshotId snapshot, byte[] note) {
        installSnapshot(snapshot, note, null);
    }

    /**
     * Replaces the whole history by a completely written snapshot: makes the snapshot durable, empties the log and
     * restores the state machine from the snapshot. {@link SnapshotId#EMPTY} can be installed without a transfer. The
     * call counts as one log operation. {@link Node#onSnapshotInstalled} is the answer.
     *
     * @param note as in {@link #takeSnapshot}
     * @param content the digest that the content must have; the storage keeps the digest. With {@code null}, any
     *     content that matches the id is accepted
     */
    void installSnapshot(SnapshotId snapshot, byte[] note, Digest content);

    /** Starts or restarts the timer of this kind. A node has one timer per kind. */
    void setTimer(int kind, long delayNanos);

    void cancelTimer(int kind);

    /**
     * Reports a line to operators, for example about an election, a synchronisation or a dropped session. A node never
     * calls this for each request.
     */
    void report(String line);

    /**
     * Stops this node with an error, because the node found that its own state is impossible. The driver sends no
     * further event to the node.
     */
    void halt(String reason);
}
