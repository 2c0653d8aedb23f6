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
 * The storage of one member's history: the log, the snapshots and the small persisted state. The methods carry out the
 * {@link Effects} of the same names, whose contracts are stated in {@link Effects} and {@link Node}. {@link Storages}
 * creates a storage.
 *
 * <p><b>Thread rule:</b> one thread, the event loop, calls all methods except {@link #figures} and {@link #close}. A
 * storage in memory calls {@link Completions} on the loop, before the call that it answers returns; only a completed
 * snapshot is reported from another thread. A storage in files calls {@link Completions} on its own threads. The driver
 * queues the answers as events in both cases.
 *
 * <p><b>Order:</b> operations are carried out in the order of the calls, except {@link #takeSnapshot}, which runs at
 * the same time as other operations. Reads ({@link #readLog}, {@link #readSnapshot}) are answered in the order of their
 * calls. Answers to later calls of other kinds may come first.
 *
 * <p><b>Blocking:</b> {@link #recover}, {@link #awaitRoom} and {@link #close} block; all other methods return at once.
 * The loop takes no events while {@link #hasRoom} is false, so that a slow disk slows down the loop and does not fill
 * the heap.
 *
 * <p><b>Failure:</b> nothing is retried after the first failed write or sync, because the content of the page cache
 * cannot be trusted after a failed sync. {@link Completions#failed} is called once, and later calls have no effect and
 * get no answer. An entry that does not follow the last entry also makes the storage fail, and so does a truncation
 * below the newest snapshot. No member could start from the resulting log. A disk that is full for the log or the
 * persisted state is a failure as well. If the disk is full for a snapshot, only that snapshot fails.
 */
public interface Storage extends Closeable {
    /** Takes snapshots of the state machine, and restores it from them. */
    interface Snapshots {
        /**
         * Freezes the present state and returns its writer. Called on the loop. The writer is called once, on any
         * thread, while further entries are being delivered.
         */
        SnapshotWriter freeze();

        /**
         * Replaces the state with the content of a snapshot; {@code null} stands for the empty state. Called on the
         * loop.
         */
        void restore(InputStream content) throws IOException;
    }

    /** Writes one frozen state. */
    interface SnapshotWriter {
        void writeTo(OutputStream out) throws IOException;

        /** Returns a writer that writes {@code head} before this state. */
        default SnapshotWriter after(byte[] head) {
            return out -> {
                out.write(head);
                writeTo(out);
            };
        }
    }

    /** Receives the answers of a storage. Implementations return at once and do not throw. */
    interface Completions {
        /** See {@link Node#onSynced}. */
        void synced(long position);

        /** See {@link Node#onPersisted}. */
        void persisted(long version);

        /** See {@link Node#onLogRead}. */
        void logRead(long afterZxid, List<Entry> entries);

        /**
         * See {@link Node#onSnapshotTaken}. {@code snapshot} is {@code null} if the snapshot could not be taken, which
         * is not fatal.
         */
        void snapshotTaken(SnapshotId snapshot, Digest content);

        /** See {@link Node#onSnapshotRead}. */
        void snapshotRead(SnapshotId snapshot, long offset, byte[] bytes);

        /**
         * See {@link Node#onSnapshotWritten}. {@code nextOffset} is the number of bytes that have arrived without a
         * gap, counted from offset 0.
         */
        void snapshotWritten(SnapshotId snapshot, long nextOffset);

        /**
         * Reports whether the snapshot was installed. The loop then calls {@link Storage#openSnapshot} and restores the
         * state, before it informs the node.
         */
        void snapshotInstalled(SnapshotId snapshot, boolean installed);

        /** Reports that the storage has failed. Later calls of the storage have no effect. */
        void failed(IOException cause);
    }

    /**
     * Opens, checks and repairs the existing data. Called once, before all other methods; blocks. Operations that a
     * crash interrupted are completed or removed, and a note reports them (see {@link Storages#open}). All recovered
     * data is durable before this method returns.
     *
     * @throws CorruptLogException if existing data must not be used; the message names file, offset and the expected
     *     data
     * @throws IOException if the storage is in use, belongs to another member or ensemble, or cannot be read
     */
    Recovered recover(Completions completions) throws IOException;

    /**
     * Opens the content of a snapshot that this storage holds. The storage always holds {@link SnapshotId#EMPTY}. The
     * caller closes the stream. The read that reaches the end of the stream fails if the content does not match its
     * checksum.
     *
     * @throws IOException if the storage does not hold the snapshot, or no longer holds it
     */
    InputStream openSnapshot(SnapshotId snapshot) throws IOException;

    /**
     * Appends an entry. The call counts as one log operation. The next {@link #flush} makes it durable at the latest.
     */
    void append(Entry entry);

    /**
     * Appends a vote. The call counts as one log operation. The next {@link #flush} makes it durable at the latest.
     *
     * @param record as in {@link io.abcast.kernel.Effects#vote}
     */
    void vote(long slot, long openFrom, Supplier<byte[]> record);

    /**
     * Removes the entries after {@code lastZxid}. The call counts as one log operation. The next {@link #flush} makes
     * it durable at the latest.
     */
    void truncate(long lastZxid);

    /**
     * Ends a batch. All operations before this call are made durable, and {@link Completions#synced} reports them.
     * Batches that wait for the disk together share one sync.
     */
    void flush();

    /**
     * Reads entries. The answer comes by {@link Completions#logRead}, and reflects every operation before this call,
     * flushed or not.
     */
    void readLog(long afterZxid, int bytesMax);

    /**
     * Permits the removal of entries up to {@code throughZxid}. The storage removes only whole segments. The storage
     * keeps all entries after {@code throughZxid}, and all entries after the oldest snapshot that a start may have to
     * use.
     */
    void purgeLog(long throughZxid);

    /**
     * Persists the state. The answer comes by {@link Completions#persisted}.
     *
     * @param state the new state; the caller must not change the array afterwards
     */
    void persist(byte[] state);

    /** Calls {@link #takeSnapshot(long, byte[], boolean, SnapshotWriter)} without requesting a digest. */
    default void takeSnapshot(long zxid, byte[] note, SnapshotWriter writer) {
        takeSnapshot(zxid, note, false, writer);
    }

    /**
     * Writes a snapshot while the log continues. One snapshot is written at a time, and one more may wait. The answer
     * is {@code null} if one more request waits already, or if {@link #installSnapshot} replaces the history before the
     * snapshot is complete. The storage keeps the two newest snapshots and the one that {@link #keepSnapshot} names.
     *
     * @param note the note to keep with the snapshot, see {@link Effects#takeSnapshot}; at most {@link
     *     StorageLimits#NOTE_BYTES_MAX} bytes
     * @param digested whether to compute the digest of the content, to keep it with the content and to return it in the
     *     answer
     */
    void takeSnapshot(long zxid, byte[] note, boolean digested, SnapshotWriter writer);

    /**
     * See {@link Effects#keepSnapshot}. A storage in files has room while two more snapshots of the newest size fit on
     * the disk. A storage in memory has room while its log is at most half of the maximum heap size.
     */
    void keepSnapshot(SnapshotId snapshot);

    /**
     * Reads a chunk of a snapshot. The answer has fewer bytes at the end of the content, and no bytes after the end.
     */
    void readSnapshot(SnapshotId snapshot, long offset, int bytesMax);

    /**
     * Writes a chunk of a transferred snapshot. A chunk that leaves a gap or exceeds the snapshot's length is not
     * written. The answer names the next offset to write. The transfer survives a restart, see {@link
     * Recovered#partial}.
     *
     * @param bytes content of the chunk; the caller must not change the array afterwards
     */
    void writeSnapshot(SnapshotId snapshot, long offset, byte[] bytes);

    /** Calls {@link #installSnapshot(SnapshotId, byte[], Digest)} without a digest. */
    default void installSnapshot(SnapshotId snapshot, byte[] note) {
        installSnapshot(snapshot, note, null);
    }

    /**
     * Replaces the history with a transferred snapshot. The installation counts as one log operation, even if it fails.
     * The installation is atomic: after a crash the storage has either the old history or the new history.
     *
     * @param note as in {@link #takeSnapshot}
     * @param content the digest that the content must have, compared before anything changes; {@code null} if it is not
     *     compared
     */
    void installSnapshot(SnapshotId snapshot, byte[] note, Digest content);

    /**
     * Whether at most {@link StorageLimits#handOverBytesMax} bytes are handed over and not yet written, or the storage
     * has failed. One batch may exceed this bound. A storage in memory always has room.
     */
    default boolean hasRoom() {
        return true;
    }

    /** Waits until {@link #hasRoom} is true. */
    default void awaitRoom() {}

    /** Reports the number of bytes that wait to be written to {@code to}. Called while {@link #hasRoom} is true. */
    void visitQueues(QueueVisitor to);

    /** Returns the counters of this storage as of the last sync. Safe from any thread. */
    StorageFigures figures();

    /**
     * Returns the object that shows the present activity of this storage and its past durations. A storage always
     * returns the same object.
     */
    StorageWatch watch();

    /**
     * Completes and answers all flushed operations, and releases all resources. Safe from any thread. The call may be
     * repeated.
     */
    @Override
    void close() throws IOException;
}
