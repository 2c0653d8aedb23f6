package io.abcast.kernel.log;

import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Node;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.SnapshotId;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * Where one member keeps its history: log, snapshots and the small persisted state. The methods carry out the {@link
 * Effects} of the same names; see there and in {@link Node} for the contract of each.
 *
 * <p><b>Thread rule:</b> all methods but {@link #close} are called by one thread, the event loop. {@link Completions} are
 * called by the loop itself (memory) or by the storage's own threads (files).
 *
 * <p><b>Failure:</b> after the first failed write or sync nothing is retried and nothing more is reported as done; {@link
 * Completions#failed} is called once.
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

    /** The answers. */
    interface Completions {
        void synced(long position);

        void persisted(long version);

        void logRead(long afterZxid, java.util.List<Entry> entries);

        void snapshotTaken(SnapshotId snapshot);

        void snapshotRead(SnapshotId snapshot, long offset, byte[] bytes);

        void snapshotWritten(SnapshotId snapshot, long nextOffset);

        /** The loop then calls {@link Storage#openSnapshot} and restores, before it tells the node. */
        void snapshotInstalled(SnapshotId snapshot, boolean installed);

        /** The storage is broken and refuses everything from now on. */
        void failed(IOException cause);
    }

    /**
     * Opens, checks and repairs what is there. Called once, before everything else; blocks.
     *
     * @throws CorruptLogException if what is there must not be used; names file, offset and what was expected
     */
    Recovered recover(Completions completions) throws IOException;

    /** The content of a snapshot that this storage holds; the caller closes it. */
    InputStream openSnapshot(SnapshotId snapshot) throws IOException;

    void append(Entry entry);

    void truncate(long lastZxid);

    /** The end of a batch: everything before this call is made durable and reported by {@link Completions#synced}. */
    void flush();

    void readLog(long afterZxid, int bytesMax);

    void purgeLog(long throughZxid);

    void persist(byte[] state);

    void takeSnapshot(long zxid, SnapshotWriter writer);

    void readSnapshot(SnapshotId snapshot, long offset, int bytesMax);

    void writeSnapshot(SnapshotId snapshot, long offset, byte[] bytes);

    void installSnapshot(SnapshotId snapshot);

    /** What this storage has done so far; safe from any thread. */
    StorageFigures figures();
}
