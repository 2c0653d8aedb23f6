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
 * Where one member keeps its history: log, snapshots and the small persisted state. The methods carry out the {@link
 * Effects} of the same names; see there and in {@link Node} for the contract of each. {@link Storages} makes one.
 *
 * <p><b>Thread rule:</b> all methods but {@link #figures} and {@link #close} are called by one thread, the event loop.
 * {@link Completions} are called by the loop itself, from inside the call (memory, but for snapshots taken), or by the
 * storage's own threads (files); the driver queues them as events either way.
 *
 * <p><b>Order:</b> everything is carried out in the order of the calls, but for {@link #takeSnapshot}, which goes on beside.
 * Reads ({@link #readLog}, {@link #readSnapshot}) are answered in their order; answers to later calls of other kinds may come first.
 *
 * <p><b>Blocking:</b> {@link #recover}, {@link #awaitRoom} and {@link #close} block; the others return at once. The loop takes no events
 * while {@link #hasRoom} is false, so that a slow disk slows it down instead of filling the heap.
 *
 * <p><b>Failure:</b> after the first failed write or sync nothing is retried, for the page cache lies after a failed sync;
 * {@link Completions#failed} is called once, and every later call has no effect and no answer. The same holds for an entry
 * that does not follow the last one and for a truncation below the newest snapshot: they would make a log that no member can
 * start from. A full disk is such a failure where the log or the persisted state meets it; it costs only the snapshot that
 * is being taken.
 */
public interface Storage extends Closeable {
    /** The state machine's side of snapshots. */
    interface Snapshots {
        /**
         * Called on the loop: freezes the present state and returns what writes it, which is called once, on any thread,
         * while further entries are being delivered.
         */
        SnapshotWriter freeze();

        /** Replaces the state by a snapshot's content ({@code null}: the empty state). Called on the loop. */
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

        /** See {@link Node#onSnapshotTaken}; {@code null} if it could not be taken, which is not fatal. */
        void snapshotTaken(SnapshotId snapshot, Digest content);

        /** See {@link Node#onSnapshotRead}. */
        void snapshotRead(SnapshotId snapshot, long offset, byte[] bytes);

        /** See {@link Node#onSnapshotWritten}; {@code nextOffset} is behind the last byte that joins on to the first. */
        void snapshotWritten(SnapshotId snapshot, long nextOffset);

        /** The loop then calls {@link Storage#openSnapshot} and restores, before it tells the node. */
        void snapshotInstalled(SnapshotId snapshot, boolean installed);

        /** The storage is broken and refuses everything from now on. */
        void failed(IOException cause);
    }

    /**
     * Opens, checks and repairs what is there. Called once, before everything else; blocks. What a crash may leave behind is
     * finished or cut, and reported as a note (see {@link Storages#open}); everything found is durable before this returns.
     *
     * @throws CorruptLogException if what is there must not be used; names file, offset and what was expected
     * @throws IOException if it is in use, belongs to another member or ensemble, or cannot be read
     */
    Recovered recover(Completions completions) throws IOException;

    /**
     * The content of a snapshot that this storage holds, {@link SnapshotId#EMPTY} always; the caller closes it. The read that
     * reaches its end fails if the content does not match its checksum.
     *
     * @throws IOException if it is not held (any more)
     */
    InputStream openSnapshot(SnapshotId snapshot) throws IOException;

    /** Counts as one log operation. Made durable by the next {@link #flush}, at the latest. */
    void append(Entry entry);

    /**
     * Counts as one log operation. Made durable by the next {@link #flush}, at the latest.
     *
     * @param record as {@link io.abcast.kernel.Effects#vote} says
     */
    void vote(long slot, long openFrom, Supplier<byte[]> record);

    /** Counts as one log operation. Made durable by the next {@link #flush}, at the latest. */
    void truncate(long lastZxid);

    /**
     * The end of a batch: everything before this call is made durable and reported by {@link Completions#synced}. Batches
     * that wait for the disk together share one sync.
     */
    void flush();

    /** Answered by {@link Completions#logRead}; sees every operation before this call, flushed or not. */
    void readLog(long afterZxid, int bytesMax);

    /**
     * A permission, not an order: what is kept depends on how the storage divides the log. The log after {@code throughZxid}
     * and the log after the snapshot that a start may have to use are never removed.
     */
    void purgeLog(long throughZxid);

    /** @param state not changed by the caller afterwards */
    void persist(byte[] state);

    /** {@link #takeSnapshot(long, byte[], boolean, SnapshotWriter)} without a digest. */
    default void takeSnapshot(long zxid, byte[] note, SnapshotWriter writer) {
        takeSnapshot(zxid, note, false, writer);
    }

    /**
     * Writes a snapshot while the log goes on. One is written at a time and one more waits; a further one is answered with
     * {@code null}, and so is one that {@link #installSnapshot} has overtaken. The two newest are kept, and the one that {@link
     * #keepSnapshot} names.
     *
     * @param note kept with it, see {@link Effects#takeSnapshot}; at most {@link StorageLimits#NOTE_BYTES_MAX} bytes
     * @param digested whether the digest of the content is computed while it is written, kept with it, and answered
     */
    void takeSnapshot(long zxid, byte[] note, boolean digested, SnapshotWriter writer);

    /** See {@link Effects#keepSnapshot}. Files: there is room while two snapshots of the newest size fit on the disk; memory: while the log is
     * at most half of the largest heap. */
    void keepSnapshot(SnapshotId snapshot);

    /** Answered with fewer bytes at the end of the content, with none behind it. */
    void readSnapshot(SnapshotId snapshot, long offset, int bytesMax);

    /**
     * A chunk behind a gap, or one that exceeds the snapshot's length, is not written; the answer says which offset is
     * wanted. The transfer survives a restart, see {@link Recovered#partial}.
     *
     * @param bytes not changed by the caller afterwards
     */
    void writeSnapshot(SnapshotId snapshot, long offset, byte[] bytes);

    /** {@link #installSnapshot(SnapshotId, byte[], Digest)} without a digest. */
    default void installSnapshot(SnapshotId snapshot, byte[] note) {
        installSnapshot(snapshot, note, null);
    }

    /**
     * Counts as one log operation, whether it succeeds or not. Atomic: after a crash there is either the old history or the
     * new one.
     *
     * @param note as of {@link #takeSnapshot}
     * @param content what the digest of the content must be, compared before anything changes; {@code null}: it is not compared
     */
    void installSnapshot(SnapshotId snapshot, byte[] note, Digest content);

    /**
     * Whether at most {@link StorageLimits#handOverBytesMax} bytes are handed over and not yet written, or the storage has failed. A batch
     * may exceed the bound by all that it hands over. Memory: always.
     */
    default boolean hasRoom() {
        return true;
    }

    /** Waits until {@link #hasRoom}. */
    default void awaitRoom() {}

    /** Shows what is handed over; asked while {@link #hasRoom}. */
    void visitQueues(QueueVisitor to);

    /** What this storage has done so far, as of the last sync; safe from any thread. */
    StorageFigures figures();

    /** What it is at; the same object for its whole life. */
    StorageWatch watch();

    /** Finishes what was flushed, answers included, and gives everything back. Safe from any thread; may be repeated. */
    @Override
    void close() throws IOException;
}
