package io.abcast.kernel;

import java.util.Set;
import java.util.function.Supplier;

/**
 * The calls by which a {@link Node} requests work from its driver. Calls of the methods of {@code Effects} return at
 * once. The driver answers a node's calls by later events, never inside the call.
 *
 * <p><b>Order:</b> Messages that a node sends by {@link #send} are FIFO for each destination. The driver carries out
 * the log operations ({@link #append}, {@link #vote}, {@link #truncate}, {@link #installSnapshot}) in the order in
 * which the node calls them. The driver also carries out {@link #deliver} and {@link #takeSnapshot} in the order in
 * which the node calls them. The driver guarantees no other order of a node's calls, for example none between
 * {@code send} and {@code append}.
 */
public interface Effects {
    /** Sends {@code message} to member {@code to}. The driver may lose the message. */
    void send(int to, Message message);

    /**
     * Sends a message that the driver may hold for a while, so that the message leaves together with a later message
     * for the same member. Messages that a node sends by the two methods {@code send} arrive in the order in which they
     * were sent. A driver may send each message at once, and no safety property may depend on a hold.
     */
    default void send(int to, Message message, Hold hold) {
        send(to, message);
    }

    /**
     * Begins a pledge, an announcement: the node expects to send a message to each member of {@code to} within about
     * {@code expectedNanos} ns. During a pledge, the driver may hold other messages to the members in {@code to}
     * (Mahamdi et al., 2023, section III-B).
     *
     * @param pledge number of the pledge at this node; a new pledge replaces an open pledge with the same number
     */
    default void beginPledge(long pledge, Set<Integer> to, long expectedNanos) {}

    /**
     * Ends the announcement that the node began as pledge number {@code pledge}. The driver ignores the number of a
     * pledge that is not open.
     */
    default void endPledge(long pledge) {}

    /**
     * Appends {@code entry} to the log of this member. A call of {@code append} counts as one log operation for
     * {@link Node#onSynced}.
     */
    void append(Entry entry);

    /**
     * Records this member's vote in the log, for a slot that is not decided yet. A call of {@code vote} counts as one
     * log operation for {@link Node#onSynced}. A new vote record replaces the earlier vote record of the same slot.
     * Neither {@link #purgeLog} nor {@link #installSnapshot} removes the newest vote record of a slot.
     *
     * @param slot slot in which this member votes, at least 1
     * @param openFrom lowest slot whose vote records are still needed, at least 1
     * @param record encodes the vote record; called at most once, before {@code vote} returns; the returned array must
     *     never be changed
     */
    void vote(long slot, long openFrom, Supplier<byte[]> record);

    /**
     * Removes every entry with a zxid above {@code lastZxid} from the log. A call of {@code truncate} counts as one log
     * operation for {@link Node#onSynced}. The storage may also remove votes that were recorded after the entry {@code
     * lastZxid}.
     */
    void truncate(long lastZxid);

    /**
     * Reads log entries after {@code afterZxid}: at least one entry, and about {@code bytesMax} bytes of entries at
     * most. The driver answers a read of the log by {@link Node#onLogRead}. The answer to {@code readLog} includes
     * every entry that the node has appended before the call. The driver answers calls of {@code readLog} in the order
     * of the calls.
     */
    void readLog(long afterZxid, int bytesMax);

    /**
     * Permits the storage to remove the log entries up to and including {@code throughZxid}, and the snapshots whose
     * zxids are lower.
     */
    void purgeLog(long throughZxid);

    /**
     * Atomically replaces the small durable state of the node. The driver answers {@code persist} by {@link
     * Node#onPersisted}, when the state is durable.
     */
    void persist(byte[] state);

    /**
     * Abdelivers an entry: hands the entry to the state machine. An entry of kind {@link Entry.Kind#MEMBERSHIP} only
     * advances the state machine's position in the total order; the application does not see the entry.
     *
     * @param mine true if a caller submitted the request {@code entry.request()} to this node, so that the delivery
     *     answers the request
     */
    void deliver(Entry entry, boolean mine);

    /**
     * Reports that the membership of the ensemble has changed to {@code now}. A node calls {@code reconfigured} once at
     * its start. The node calls {@code reconfigured} again when a membership entry, a snapshot or the recovered history
     * has another membership than the last reported one.
     *
     * @param request the request number given to {@link Node#onReconfigure}; meaningful only if {@code mine} is true
     * @param mine whether the membership change answers a request that a caller submitted to this node
     */
    void reconfigured(long request, boolean mine, Membership now);

    /** Refuses a request of a local caller, so that no delivery will answer the request. */
    void refuse(long request, Refusal why);

    /** Reports that the state machine may now answer every linearizable read whose number is at most {@code read}. */
    void readReady(long read);

    /**
     * Reports that the state machine may now answer the linearizable read with the number {@code read}. Reads with
     * numbers below {@code read}, which may concern other keys, still wait for an answer.
     *
     * @throws UnsupportedOperationException if the driver does not support nodes that use keys of reads
     */
    default void readServed(long read) {
        throw new UnsupportedOperationException("this driver serves no reads of single keys");
    }

    /** Calls {@link #takeSnapshot(long, byte[], boolean)} without requesting a digest of the snapshot. */
    default void takeSnapshot(long zxid, byte[] note) {
        takeSnapshot(zxid, note, false);
    }

    /**
     * Writes the present state of the state machine as a snapshot. {@code zxid} is the zxid of the last entry that the
     * snapshot contains. The driver answers {@code takeSnapshot} by {@link Node#onSnapshotTaken}.
     *
     * @param note the node's own data that belong to the snapshot; the storage writes the note and the content
     *     atomically.
     * @param digested whether the storage computes the SHA-256 digest of the whole snapshot, stores the digest and
     *     returns it in the answer
     */
    void takeSnapshot(long zxid, byte[] note, boolean digested);

    /**
     * Names a snapshot that the storage must keep, with the log after it, until the node names or installs another
     * snapshot. The storage keeps a named snapshot even if {@link #purgeLog} allows its removal, unless the storage
     * runs out of space. The call has no effect if the storage does not hold {@code snapshot}; with
     * {@link SnapshotId#EMPTY} no snapshot is named. After a restart of the member, no snapshot is named.
     */
    void keepSnapshot(SnapshotId snapshot);

    /**
     * Reads at most {@code bytesMax} bytes of a snapshot from the storage, starting at byte {@code offset} of the
     * snapshot. The driver answers {@code readSnapshot} by {@link Node#onSnapshotRead}.
     */
    void readSnapshot(SnapshotId snapshot, long offset, int bytesMax);

    /**
     * Writes a chunk of a snapshot that this member fetches from another member. The driver answers {@code
     * writeSnapshot} by {@link Node#onSnapshotWritten}. A member fetches only one snapshot at a time: a chunk with a
     * new snapshot id or with offset 0 drops the previous transfer.
     */
    void writeSnapshot(SnapshotId snapshot, long offset, byte[] bytes);

    /**
     * Installs a snapshot whose SHA-256 digest is unknown. The storage verifies a snapshot without a digest only by its
     * CRC32C checksum.
     */
    default void installSnapshot(SnapshotId snapshot, byte[] note) {
        installSnapshot(snapshot, note, null);
    }

    /**
     * Replaces the whole history of this member by a completely written snapshot. The node can install
     * {@link SnapshotId#EMPTY} without any earlier call of {@link #writeSnapshot}. A call of {@code installSnapshot}
     * counts as one log operation for {@link Node#onSynced}. The driver answers {@code installSnapshot} by
     * {@link Node#onSnapshotInstalled}.
     *
     * @param note the node's own data that belong to the snapshot, as in {@link #takeSnapshot}
     * @param content the SHA-256 digest that the snapshot's content must have; the storage keeps the digest. If
     *     {@code content} is {@code null}, the driver accepts any snapshot that matches the id
     */
    void installSnapshot(SnapshotId snapshot, byte[] note, Digest content);

    /**
     * Sets the node's timer of kind {@code kind} to expire after {@code delayNanos} ns. A node has one timer per kind,
     * so {@code setTimer} replaces the timer's previous expiry time.
     */
    void setTimer(int kind, long delayNanos);

    void cancelTimer(int kind);

    /**
     * Reports a line of text to operators, for example about an election, a synchronisation or a dropped session. A
     * node never reports a line for each request.
     */
    void report(String line);

    /**
     * Stops this node with an error, because the node has found that its own state is impossible. After a call of
     * {@code halt}, the driver sends no further event to the node.
     */
    void halt(String reason);
}
