package io.abcast.log;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Node;
import io.abcast.kernel.QueueVisitor;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.SnapshotId;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.function.Supplier;

/**
 * The storage of one member's history: log, snapshots and the small persisted state. The methods carry out the {@link
 * Effects} of the same names; see there and in {@link Node} for their contracts. {@link Storages} creates a storage.
 *
 * <p><b>Thread rule:</b> one thread, the event loop, calls all methods except {@link #figures} and {@link #close}. A
 * storage in memory calls {@link Completions} on the loop, from inside the call (except for snapshots taken); a storage
 * in files calls them on its own threads. The driver queues them as events in both cases.
 *
 * <p><b>Order:</b> everything is carried out in the order of the calls, except {@link #takeSnapshot}, which runs
 * beside. Reads ({@link #readLog}, {@link #readSnapshot}) are answered in their order; answers to later calls of other
 * kinds may come first.
 *
 * <p><b>Blocking:</b> {@link #recover}, {@link #awaitRoom} and {@link #close} block; the others return at once. The
 * loop takes no events while {@link #hasRoom} is false, so that a slow disk slows it down instead of filling the heap.
 *
 * <p><b>Failure:</b> nothing is retried after the first failed write or sync, because the content of the page cache
 * cannot be trusted after a failed sync. {@link Completions#failed} is called once, and later calls have no effect and
 * no answer. The same holds for an entry that does not follow the last one and for a truncation below the newest
 * snapshot, because no member could start from such a log. A full disk is such a failure for the log and the persisted
 * state; for a snapshot it only ends that snapshot.
 */
public interface Storage extends Closeable {
    /** The state machine's side of snapshots. */
    interface Snapshots {
        /**
         * Freezes the present state and returns its writer. Called on the loop. The writer is called once, on any
         * thread, while further entries are being delivered.
         */
        SnapshotWriter freeze();

        /** Replaces the state with a snapshot's content ({@code null}: the empty state). Called on the loop. */
        void restore(InputStream content) throws IOException;
    }

    /** Writes one frozen state. */
    interface SnapshotWriter {
        void writeTo(OutputStream out) throws IOException;
    }

    /** The answers. Implementations return at once and do not throw. */
    interface Completions {
        /** See {@link Node#onSynced}. */
        void synced(long position);

        /** See {@link Node#onPersisted}. */
        void persisted(long version);

        /** See {@link Node#onLogRead}. */
        void logRead(long afterZxid, List<Entry> entries);

        /** See {@link Node#onSnapshotTaken}. {@code null} if the snapshot could not be taken, which is not fatal. */
        void snapshotTaken(SnapshotId snapshot, Digest content);

        /** See {@link Node#onSnapshotRead}. */
        void snapshotRead(SnapshotId snapshot, long offset, byte[] bytes);

        /** See {@link Node#onSnapshotWritten}. {@code nextOffset} is the end of the contiguous bytes from offset 0. */
        void snapshotWritten(SnapshotId snapshot, long nextOffset);

        /**
         * Reports whether the snapshot was installed. The loop then calls {@link Storage#openSnapshot} and restores the
         * state, before it informs the node.
         */
        void snapshotInstalled(SnapshotId snapshot, boolean installed);

        /** The storage has failed and refuses everything from now on. */
        void failed(IOException cause);
    }

    /**
     * Opens, checks and repairs the existing data. Called once, before all other methods; blocks. Operations that a
     * crash interrupted are completed or cut, and reported as a note (see {@link Storages#open}). All recovered data is
     * durable before this returns.
     *
     * @throws CorruptLogException if existing data must not be used; names file, offset and what was expected
     * @throws IOException if the storage is in use, belongs to another member or ensemble, or cannot be read
     */
    Recovered recover(Completions completions) throws IOException;

    /**
     * The content of a snapshot that this storage holds; {@link SnapshotId#EMPTY} is always held. The caller closes the
     * stream. The read that reaches its end fails if the content does not match its checksum.
     *
     * @throws IOException if the snapshot is not held (any more)
     */
    InputStream openSnapshot(SnapshotId snapshot) throws IOException;

    /** Appends an entry. Counts as one log operation. Made durable by the next {@link #flush} at the latest. */
    void append(Entry entry);

    /**
     * Appends a vote. Counts as one log operation. Made durable by the next {@link #flush} at the latest.
     *
     * @param record as in {@link io.abcast.kernel.Effects#vote}
     */
    void vote(long slot, long openFrom, Supplier<byte[]> record);

    /**
     * Removes the entries after {@code lastZxid}. Counts as one log operation. Made durable by the next {@link #flush}
     * at the latest.
     */
    void truncate(long lastZxid);

    /**
     * Ends a batch: everything before this call is made durable and reported by {@link Completions#synced}. Batches
     * that wait for the disk together share one sync.
     */
    void flush();

    /**
     * Reads entries. Answered by {@link Completions#logRead}; sees every operation before this call, flushed or not.
     */
    void readLog(long afterZxid, int bytesMax);

    /**
     * Permits, but does not require, the removal of entries up to {@code throughZxid}: the division into segments
     * determines what is removed. The storage never removes the log after {@code throughZxid}, and never the log after
     * the snapshot that a start may have to use.
     */
    void purgeLog(long throughZxid);

    /**
     * Persists the state; answered by {@link Completions#persisted}.
     *
     * @param state must not be changed by the caller afterwards
     */
    void persist(byte[] state);

    /** {@link #takeSnapshot(long, byte[], boolean, SnapshotWriter)} without a digest. */
    default void takeSnapshot(long zxid, byte[] note, SnapshotWriter writer) {
        takeSnapshot(zxid, note, false, writer);
    }

    /**
     * Writes a snapshot while the log continues. One snapshot is written at a time and one more waits; a further one is
     * answered with {@code null}, and so is one that {@link #installSnapshot} has overtaken. The two newest are kept,
     * and the one that {@link #keepSnapshot} names.
     *
     * @param note kept with the snapshot, see {@link Effects#takeSnapshot}; at most {@link
     *     StorageLimits#NOTE_BYTES_MAX} bytes
     * @param digested whether the digest of the content is computed while it is written, kept with it, and part of the
     *     answer
     */
    void takeSnapshot(long zxid, byte[] note, boolean digested, SnapshotWriter writer);

    /**
     * See {@link Effects#keepSnapshot}. Files: there is room while two snapshots of the newest size fit on the disk.
     * Memory: while the log is at most half of the largest heap.
     */
    void keepSnapshot(SnapshotId snapshot);

    /** Reads a chunk. The answer has fewer bytes at the end of the content, and no bytes after it. */
    void readSnapshot(SnapshotId snapshot, long offset, int bytesMax);

    /**
     * Writes a chunk. A chunk after a gap, or one that exceeds the snapshot's length, is not written; the answer names
     * the next offset to write. The transfer survives a restart, see {@link Recovered#partial}.
     *
     * @param bytes must not be changed by the caller afterwards
     */
    void writeSnapshot(SnapshotId snapshot, long offset, byte[] bytes);

    /** {@link #installSnapshot(SnapshotId, byte[], Digest)} without a digest. */
    default void installSnapshot(SnapshotId snapshot, byte[] note) {
        installSnapshot(snapshot, note, null);
    }

    /**
     * Replaces the history with a transferred snapshot. The installation counts as one log operation, even if it fails.
     * The installation is atomic: after a crash there is either the old history or the new history.
     *
     * @param note as in {@link #takeSnapshot}
     * @param content the digest that the content must have, compared before anything changes; {@code null}: not
     *     compared
     */
    void installSnapshot(SnapshotId snapshot, byte[] note, Digest content);

    /**
     * Whether at most {@link StorageLimits#handOverBytesMax} bytes are handed over and not yet written, or the storage
     * has failed. One batch may exceed the bound. In memory: always true.
     */
    default boolean hasRoom() {
        return true;
    }

    /** Waits until {@link #hasRoom} is true. */
    default void awaitRoom() {}

    /** Shows the bytes that are handed over; called while {@link #hasRoom}. */
    void visitQueues(QueueVisitor to);

    /** Counters of this storage, as of the last sync; safe from any thread. */
    StorageFigures figures();

    /** The watch of this storage; always the same object. */
    StorageWatch watch();

    /**
     * Completes everything that was flushed, answers included, and releases all resources. Safe from any thread; may be
     * repeated.
     */
    @Override
    void close() throws IOException;
}
