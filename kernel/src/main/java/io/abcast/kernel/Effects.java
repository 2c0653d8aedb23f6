package io.abcast.kernel;

import java.util.Set;
import java.util.function.Supplier;

/**
 * What a {@link Node} asks of its driver. Calls return at once; answers come as later events, never from inside the call.
 *
 * <p><b>Order:</b> {@link #send} is FIFO per destination, the log operations ({@link #append}, {@link #vote}, {@link
 * #truncate}, {@link #installSnapshot}) are FIFO among themselves, and so are {@link #deliver} and {@link #takeSnapshot}. No other order is
 * promised: a node that needs "durable before sent" waits for {@link Node#onSynced}.
 */
public interface Effects {
    /** Sends {@code message} to member {@code to}; it may be lost. */
    void send(int to, Message message);

    /**
     * {@link #send} of a message that may be held back for a while, so that it leaves together with a later one for the same
     * member. FIFO with {@link #send}: what was sent before arrives before. A hint, and so are pledges: a driver may send at
     * once, and no safety may rest on it.
     */
    default void send(int to, Message message, Hold hold) {
        send(to, message);
    }

    /**
     * The node expects to send to each of {@code to} within about {@code expectedNanos}, as a leader does that waits for a
     * quorum: what others want to send there may wait for it (Mahamdi et al. 2023, section III-B).
     *
     * @param pledge unique among the open pledges of this node; one that is open already is replaced
     */
    default void beginPledge(long pledge, Set<Integer> to, long expectedNanos) {}

    /**
     * The pledge is over, kept or not: call it directly before the sends that keep it, or when they will not come. An unknown
     * number is ignored, so it may be called twice.
     */
    default void endPledge(long pledge) {}

    /**
     * Appends to the log; counts as one log operation. The payload may be part of the newest {@link #vote} of the entry's slot: a storage
     * that finds it there need not write it again.
     */
    void append(Entry entry);

    /**
     * Records in the log what this member has to remember of a place that is not decided yet; counts as one log operation. It replaces
     * what was recorded of that slot before. {@link Recovered#votes} has the newest record of each slot. Neither {@link #purgeLog} nor
     * {@link #installSnapshot} removes it.
     *
     * @param slot at least 1
     * @param openFrom records of lower slots are not needed any more; at least 1. The storage may keep them
     * @param record encodes what is recorded. Called at most once, before this method returns; not at all by a storage that forgets votes. The
     *     caller does not change the array afterwards
     */
    void vote(long slot, long openFrom, Supplier<byte[]> record);

    /**
     * Removes every entry after {@code lastZxid} from the log; counts as one log operation. Votes that were recorded after that entry may
     * go too.
     */
    void truncate(long lastZxid);

    /**
     * Reads entries after {@code afterZxid}, at least one and at most about {@code bytesMax} bytes of them; answered by
     * {@link Node#onLogRead}. Sees every append that was asked for before, and is
     * answered in the order of the calls.
     */
    void readLog(long afterZxid, int bytesMax);

    /** The log need no longer hold entries up to and including {@code throughZxid}; snapshots before it may go. */
    void purgeLog(long throughZxid);

    /** Atomically replaces the node's small durable state; answered by {@link Node#onPersisted}. */
    void persist(byte[] state);

    /**
     * Hands an entry to the state machine: abdeliver. An entry of kind {@link Entry.Kind#MEMBERSHIP} only moves the state
     * machine's place in the order; the application does not see it.
     *
     * @param mine whether it answers the request {@code entry.request()} submitted to this node
     */
    void deliver(Entry entry, boolean mine);

    /**
     * The ensemble has changed: this member goes on in {@code now}. Called wherever an entry of kind {@link
     * Entry.Kind#MEMBERSHIP}, a snapshot or the history of an earlier life has brought another membership than the one
     * told last; once at the start, too.
     *
     * @param request the number given to {@link Node#onReconfigure}; meaningful with {@code mine} only
     * @param mine whether it answers that request
     */
    void reconfigured(long request, boolean mine, Membership now);

    /** The request will not be answered by a delivery. */
    void refuse(long request, Refusal why);

    /** Every read up to and including {@code read} may now be served from the state machine. */
    void readReady(long read);

    /** {@link #takeSnapshot(long, byte[], boolean)} without a digest. */
    default void takeSnapshot(long zxid, byte[] note) {
        takeSnapshot(zxid, note, false);
    }

    /**
     * Writes the state machine's present state, whose last entry is {@code zxid}, as a snapshot.
     *
     * @param note the node's own words about that state; kept with the content, atomically
     * @param digested whether the answer names the digest of the content, which is kept with it; costs a SHA-256 over all of it
     */
    void takeSnapshot(long zxid, byte[] note, boolean digested);

    /**
     * Until another snapshot is named or installed, the storage keeps this one beside the newest ones, and the log after it, whatever {@link
     * #purgeLog} allows. Of no effect if the storage does not hold it. {@link SnapshotId#EMPTY} names none: the one named before may go. A
     * storage that runs out of room lets it go, too. Forgotten at a restart.
     */
    void keepSnapshot(SnapshotId snapshot);

    /** Reads a chunk; answered by {@link Node#onSnapshotRead}. */
    void readSnapshot(SnapshotId snapshot, long offset, int bytesMax);

    /** Writes a chunk of a snapshot under transfer; one transfer at a time, a new id or offset 0 drops the previous. */
    void writeSnapshot(SnapshotId snapshot, long offset, byte[] bytes);

    /** {@link #installSnapshot(SnapshotId, byte[], Digest)} of a content that only its checksum vouches for. */
    default void installSnapshot(SnapshotId snapshot, byte[] note) {
        installSnapshot(snapshot, note, null);
    }

    /**
     * Makes the fully written snapshot ({@link SnapshotId#EMPTY} needs none) the whole history: durable, log emptied,
     * state machine restored. Counts as one log operation; answered by {@link Node#onSnapshotInstalled}.
     *
     * @param note as of {@link #takeSnapshot}
     * @param content the digest that its content must have, which is kept with it; {@code null}: any that matches the id
     */
    void installSnapshot(SnapshotId snapshot, byte[] note, Digest content);

    /** Starts or restarts the one timer of this kind. */
    void setTimer(int kind, long delayNanos);

    void cancelTimer(int kind);

    /** A line of the node's story for operators: elections, synchronisations, dropped sessions. Never per request. */
    void report(String line);

    /** The node found its own state impossible: stop it with this error. No event follows. */
    void halt(String reason);
}
