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
 * The storage of one member's history: its log, its snapshots, and its small persisted state, such as a promise. The
 * methods carry out the {@link Effects} with equal names; {@link Effects} and {@link Node} state the contracts.
 *
 * <p><b>Thread rule:</b> one thread, the event loop, calls all methods of a storage except {@link #figures} and {@link
 * #close}. A storage in memory calls {@link Completions} on the event loop, before the answered call returns, except
 * for a completed snapshot. A storage in files calls {@link Completions} on its own threads.
 *
 * <p><b>Order:</b> the storage carries out operations in the order of the calls, except {@link #takeSnapshot}, which
 * runs at the same time as other operations. The storage answers reads ({@link #readLog}, {@link #readSnapshot}) in the
 * order of their calls, possibly after later calls that are not reads.
 *
 * <p><b>Blocking:</b> {@link #recover}, {@link #awaitRoom} and {@link #close} block; all other methods of a storage
 * return at once. While {@link #hasRoom} is false, the event loop takes no events, so that a slow disk does not fill
 * the heap.
 *
 * <p><b>Failure:</b> the storage retries nothing after the first failed write or sync, because the content of the page
 * cache cannot be trusted after a failed sync. After its first failure, the storage calls {@link Completions#failed}
 * once, has no further effect, and answers no call. The storage also fails if an entry does not follow the last entry,
 * or if a truncation cuts below the newest snapshot. If the disk is too full for the log or the persisted state, the
 * storage fails. If the disk is too full for a snapshot, only the snapshot fails.
 */
public interface Storage extends Closeable {
    /** Takes snapshots of the application's state, and restores the state from snapshots. */
    interface Snapshots {
        /**
         * Freezes the present state of the application and returns a writer for the frozen state; called by the event
         * loop. The storage calls the returned writer once, on any thread, while the application receives later
         * entries.
         */
        SnapshotWriter freeze();

        /**
         * Replaces the application's state with the content of a snapshot; {@code null} stands for the empty state.
         * Called by the event loop.
         */
        void restore(InputStream content) throws IOException;
    }

    /** Writes one frozen state of the application. */
    interface SnapshotWriter {
        void writeTo(OutputStream out) throws IOException;

        /** Returns a writer that writes the bytes {@code head} before the application's frozen state. */
        default SnapshotWriter after(byte[] head) {
            return out -> {
                out.write(head);
                writeTo(out);
            };
        }
    }

    /**
     * Receives the answers of a storage. Implementations of {@code Completions} must return at once and must not throw.
     */
    interface Completions {
        /** Reports that the log operations up to {@code position} are durable; see {@link Node#onSynced}. */
        void synced(long position);

        /** Reports that the persisted state {@code version} is durable; see {@link Node#onPersisted}. */
        void persisted(long version);

        /** Reports the entries that a read of the log has found; see {@link Node#onLogRead}. */
        void logRead(long afterZxid, List<Entry> entries);

        /**
         * Reports that the storage has taken a snapshot; {@code snapshot} is {@code null} if the snapshot could not be
         * taken. See {@link Node#onSnapshotTaken}.
         */
        void snapshotTaken(SnapshotId snapshot, Digest content);

        /**
         * Reports the bytes of a snapshot that the storage has read at {@code offset}; see {@link Node#onSnapshotRead}.
         */
        void snapshotRead(SnapshotId snapshot, long offset, byte[] bytes);

        /**
         * Reports that the storage has written a chunk of a transferred snapshot; see {@link Node#onSnapshotWritten}.
         * The argument {@code nextOffset} is the number of bytes that have arrived without a gap from offset 0 on.
         */
        void snapshotWritten(SnapshotId snapshot, long nextOffset);

        /**
         * Reports whether a transferred snapshot has replaced the member's history. After an installation, the event
         * loop restores the application's state from {@link Storage#openSnapshot}, before it informs the node.
         */
        void snapshotInstalled(SnapshotId snapshot, boolean installed);

        /** Reports that the storage has failed, so that later calls have no effect. */
        void failed(IOException cause);
    }

    /**
     * Opens, checks and repairs the existing data of the member; called once, before all other methods. The storage
     * reports each repair in a note for the operator (see {@link Storages#open}). All recovered data is durable before
     * this method returns.
     *
     * @throws CorruptLogException if existing data must not be used; the exception's message names the file, the offset
     *     and the expected data
     * @throws IOException if the storage is in use, belongs to another member or ensemble, or cannot be read
     */
    Recovered recover(Completions completions) throws IOException;

    /**
     * Opens the content of a snapshot that this storage holds; the caller must close the stream. The storage always
     * holds {@link SnapshotId#EMPTY}. The read that reaches the end of the stream fails if the content does not match
     * its checksum.
     *
     * @throws IOException if the storage does not hold the snapshot, or no longer holds it
     */
    InputStream openSnapshot(SnapshotId snapshot) throws IOException;

    /**
     * Appends an entry to the log, as one log operation for {@link Completions#synced}. The entry becomes durable with
     * the next {@link #flush} at the latest.
     */
    void append(Entry entry);

    /**
     * Appends a vote to the log, as one log operation for {@link Completions#synced}. The vote becomes durable with the
     * next {@link #flush} at the latest.
     *
     * @param record supplies the bytes of the vote when the storage writes the vote, as in {@link
     *     io.abcast.kernel.Effects#vote}
     */
    void vote(long slot, long openFrom, Supplier<byte[]> record);

    /**
     * Removes the entries after {@code lastZxid} from the log, as one log operation for {@link Completions#synced}. The
     * truncation becomes durable with the next {@link #flush} at the latest.
     */
    void truncate(long lastZxid);

    /**
     * Ends a batch of log operations: the storage makes all earlier operations durable, and reports their durability by
     * {@link Completions#synced}. Batches that wait for the disk at the same time share one sync.
     */
    void flush();

    /**
     * Reads entries from the log, after all earlier operations, flushed or not, and answers by {@link
     * Completions#logRead}.
     */
    void readLog(long afterZxid, int bytesMax);

    /**
     * Permits the storage to remove entries up to {@code throughZxid}, in whole segments. The storage keeps all entries
     * after the oldest snapshot that a start may have to use.
     */
    void purgeLog(long throughZxid);

    /**
     * Persists the small state of the member, such as its promise, and reports its durability by {@link
     * Completions#persisted}.
     *
     * @param state the new persisted state; the caller must not change the array afterwards
     */
    void persist(byte[] state);

    /** Calls {@link #takeSnapshot(long, byte[], boolean, SnapshotWriter)} without requesting a digest. */
    default void takeSnapshot(long zxid, byte[] note, SnapshotWriter writer) {
        takeSnapshot(zxid, note, false, writer);
    }

    /**
     * Writes a snapshot of the application's state, while the log continues. One more request for a snapshot may wait;
     * the storage answers a further request with {@code null}. The answer is {@code null} too if {@link
     * #installSnapshot} replaces the history before the snapshot is complete. The storage keeps the two newest
     * snapshots and the snapshot that {@link #keepSnapshot} names.
     *
     * @param note the note that is stored with the snapshot, see {@link Effects#takeSnapshot}; at most {@link
     *     StorageLimits#NOTE_BYTES_MAX} bytes
     * @param digested whether the storage computes and stores the digest of the snapshot's content, and returns the
     *     digest in its answer
     */
    void takeSnapshot(long zxid, byte[] note, boolean digested, SnapshotWriter writer);

    /**
     * Keeps a snapshot, even if newer snapshots exist, while the storage has room; see {@link Effects#keepSnapshot}. A
     * storage in files has room while two more snapshots of the newest size fit on the disk. A storage in memory has
     * room while its log is at most half of the maximum heap size.
     */
    void keepSnapshot(SnapshotId snapshot);

    /**
     * Reads a chunk of a snapshot that the storage holds. The answer to a snapshot read has fewer bytes than
     * {@code bytesMax} at the end of the content, and no bytes after the end.
     */
    void readSnapshot(SnapshotId snapshot, long offset, int bytesMax);

    /**
     * Writes a chunk of a transferred snapshot, and answers with the offset of the next chunk. A chunk that leaves a
     * gap or exceeds the snapshot's length is ignored. The transfer of a snapshot can continue after a restart, see
     * {@link Recovered#partial}.
     *
     * @param bytes content of the snapshot chunk; the caller must not change the array afterwards
     */
    void writeSnapshot(SnapshotId snapshot, long offset, byte[] bytes);

    /** Calls {@link #installSnapshot(SnapshotId, byte[], Digest)} without a digest. */
    default void installSnapshot(SnapshotId snapshot, byte[] note) {
        installSnapshot(snapshot, note, null);
    }

    /**
     * Atomically replaces the history with a transferred snapshot: after a crash the storage has either the old or the
     * new history. The installation counts as one log operation for {@link Completions#synced}, even if it fails.
     *
     * @param note note that is stored with the snapshot, as in {@link #takeSnapshot}
     * @param content the digest that the snapshot's content must have; {@code null} if the storage compares no digest
     */
    void installSnapshot(SnapshotId snapshot, byte[] note, Digest content);

    /**
     * Whether the storage accepts more operations: at most {@link StorageLimits#handOverBytesMax} bytes wait to be
     * written, or the storage has failed. A storage in memory always has room.
     */
    default boolean hasRoom() {
        return true;
    }

    /** Blocks until {@link #hasRoom} is true. */
    default void awaitRoom() {}

    /**
     * Reports to {@code to} the number of bytes that the storage has not written yet. Callers must check {@link
     * #hasRoom} first, because a single batch may exceed the bound.
     */
    void visitQueues(QueueVisitor to);

    /** Returns the counters of this storage, with their values at the last sync. Any thread may call this method. */
    StorageFigures figures();

    /**
     * Returns the object that shows the present activity of this storage and its past durations; the object is the same
     * at all calls.
     */
    StorageWatch watch();

    /**
     * Completes and answers all flushed operations, and then releases all resources. Any thread may call this method,
     * repeatedly.
     */
    @Override
    void close() throws IOException;
}
