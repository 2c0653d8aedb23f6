package io.abcast.log;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Entry;
import io.abcast.kernel.QueueVisitor;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * A storage that keeps the history in memory, so that the history is lost when the process ends. Each method calls
 * {@link Completions} on the event loop before it returns. Only {@link #close} blocks, until a snapshot that is being
 * written is complete. A separate thread writes snapshots, because a snapshot of 64 MB could stall a leader's event
 * loop longer than the election timeout. If the log becomes too large for the memory, the storage fails and the member
 * ends.
 */
final class MemoryStorage implements Storage {
    private static final int SNAPSHOTS_KEPT = 2;

    private record Held(SnapshotId id, ChunkedBytes content) {}

    private final OffHeapLog log = new OffHeapLog();

    private final Consumer<String> notes;
    private final SideWork snapshotWork;
    private final LongSupplier room;
    private final StorageWatch watch = new StorageWatch(() -> 0);

    /**
     * The kept snapshots, ascending by zxid. The lock of this list guards the list, because the event loop and the
     * snapshot thread share it.
     */
    private final List<Held> snapshots = new ArrayList<>();

    /**
     * The snapshot that is kept even if many newer snapshots exist; {@code null} if no snapshot is retained. Guarded by
     * the lock of {@link #snapshots}.
     */
    private SnapshotId retained;

    private int generation;

    private Completions completions;
    private long logAfter = Zxid.NONE;
    private long lastZxid = Zxid.NONE;
    private long position;
    private long reported;
    private long persists;
    private volatile boolean refusing;

    private SnapshotId transfer;
    private ChunkedBytes transferred = new ChunkedBytes();

    private long entries;
    private long bytes;
    private long syncs;
    private final AtomicLong snapshotsTaken = new AtomicLong();
    private volatile StorageFigures figures = new StorageFigures(0, 0, 0, 0, 0, 0, 0);

    MemoryStorage(int serverId, Consumer<String> notes) {
        this(SideThread.forSnapshots(serverId, notes), notes);
    }

    MemoryStorage(SideWork snapshotWork, Consumer<String> notes) {
        // A memory storage keeps its log in direct memory. The JVM's default limit of direct memory
        // is the maximum heap size; the log may use half of it while a snapshot is retained.
        this(snapshotWork, notes, () -> Runtime.getRuntime().maxMemory() / 2);
    }

    /**
     * @param room supplies the size of the log, in bytes, above which the storage gives up a retained snapshot and the
     *     log entries after this snapshot
     */
    MemoryStorage(SideWork snapshotWork, Consumer<String> notes, LongSupplier room) {
        this.notes = notes;
        this.room = room;
        this.snapshotWork = snapshotWork;
        snapshots.add(new Held(SnapshotId.EMPTY, new ChunkedBytes()));
    }

    @Override
    public Recovered recover(Completions answers) {
        if (completions != null)
            throw new IllegalStateException("recover: expected to be called once");
        completions = answers;
        return Recovered.fresh();
    }

    @Override
    public InputStream openSnapshot(SnapshotId snapshot) throws IOException {
        Held held = find(snapshot);
        if (held == null) throw new IOException("no snapshot " + snapshot + " in memory");
        return held.content.open();
    }

    @Override
    public void append(Entry entry) {
        if (refusing) return;
        if (!Zxid.follows(lastZxid, entry.zxid())) {
            fail(
                    "append of "
                            + entry
                            + ": expected an entry that follows "
                            + Zxid.toString(lastZxid));
            return;
        }
        log.addLast(entry);
        lastZxid = entry.zxid();
        position++;
        entries++;
        bytes += entry.bytes();
    }

    /**
     * Counts the vote as a log operation without storing the vote, because a storage in memory loses all votes at the
     * end of the process.
     */
    @Override
    public void vote(long slot, long openFrom, Supplier<byte[]> record) {
        if (!refusing) position++;
    }

    @Override
    public void truncate(long zxid) {
        if (refusing) return;
        if (zxid < logAfter || zxid < newest().id.zxid()) {
            fail(
                    "truncate to "
                            + Zxid.toString(zxid)
                            + ": expected nothing before the newest snapshot "
                            + newest().id);
            return;
        }
        while (log.size() > 0 && log.zxid(log.size() - 1) > zxid) log.removeLast();
        lastZxid = log.size() > 0 ? log.zxid(log.size() - 1) : logAfter;
        position++;
    }

    @Override
    public void flush() {
        if (refusing || position == reported) return;
        syncs++;
        reported = position;
        updateFigures();
        completions.synced(position);
    }

    @Override
    public void readLog(long afterZxid, int bytesMax) {
        if (refusing) return;
        List<Entry> found = new ArrayList<>();
        int i = log.countThrough(afterZxid);
        boolean known = afterZxid == logAfter || (i > 0 && log.zxid(i - 1) == afterZxid);
        long sum = 0;
        for (; known && i < log.size(); i++) {
            sum += log.bytes(i);
            if (!found.isEmpty() && sum > bytesMax) break;
            found.add(log.get(i));
        }
        completions.logRead(afterZxid, found);
    }

    @Override
    public void purgeLog(long throughZxid) {
        if (refusing) return;
        long limit = Math.min(throughZxid, newest().id.zxid());
        synchronized (snapshots) {
            if (log.bytes() > room.getAsLong()) retained = null;
            for (Held held : snapshots)
                if (held.id.equals(retained)) limit = Math.min(limit, retained.zxid());
        }
        while (log.size() > 0 && log.zxid(0) <= limit) {
            logAfter = log.zxid(0);
            log.removeFirst();
        }
        updateFigures();
    }

    @Override
    public void persist(byte[] state) {
        if (!refusing) completions.persisted(++persists);
    }

    @Override
    public void takeSnapshot(long zxid, byte[] note, boolean digested, SnapshotWriter writer) {
        if (refusing) return;
        int begun;
        synchronized (snapshots) {
            begun = generation;
        }
        if (snapshotWork.offer(() -> watchSnapshot(zxid, digested, writer, begun))) return;
        notes.accept(
                "snapshot at "
                        + Zxid.toString(zxid)
                        + " not taken: earlier snapshots are still being written");
        completions.snapshotTaken(null, null);
    }

    @Override
    public void keepSnapshot(SnapshotId snapshot) {
        synchronized (snapshots) {
            if (snapshot.equals(SnapshotId.EMPTY)) retained = null;
            else if (find(snapshot) != null) retained = snapshot;
        }
    }

    private void watchSnapshot(long zxid, boolean digested, SnapshotWriter writer, int begun) {
        if (refusing) return;
        boolean taken = false;
        watch.snapshotBegins();
        try {
            taken = writeSnapshot(zxid, digested, writer, begun);
        } finally {
            watch.snapshotEnds(taken);
        }
    }

    private boolean writeSnapshot(long zxid, boolean digested, SnapshotWriter writer, int begun) {
        Held taken;
        Digest digest;
        try {
            ChunkedBytes out = new ChunkedBytes();
            writer.writeTo(out);
            taken = held(zxid, out);
            digest = digested ? out.digest() : null;
        } catch (IOException | RuntimeException e) {
            notes.accept("snapshot at " + Zxid.toString(zxid) + " not taken: " + e);
            if (!refusing) completions.snapshotTaken(null, null);
            return false;
        } catch (Error e) {
            fail("snapshot at " + Zxid.toString(zxid) + ": " + e);
            return false;
        }
        boolean kept;
        synchronized (snapshots) {
            kept = generation == begun;
            if (kept) keep(taken);
        }
        if (kept) snapshotsTaken.incrementAndGet();
        if (!refusing) completions.snapshotTaken(kept ? taken.id : null, kept ? digest : null);
        return kept;
    }

    private void keep(Held taken) {
        int at = snapshots.size();
        while (at > 0 && snapshots.get(at - 1).id.zxid() > taken.id.zxid()) at--;
        snapshots.add(at, taken);
        for (int i = 0; i < snapshots.size() - SNAPSHOTS_KEPT; )
            if (snapshots.get(i).id.equals(retained)) i++;
            else snapshots.remove(i);
    }

    @Override
    public void readSnapshot(SnapshotId snapshot, long offset, int bytesMax) {
        if (refusing) return;
        Held held = find(snapshot);
        byte[] chunk = held == null ? null : held.content.read(offset, bytesMax);
        completions.snapshotRead(snapshot, offset, chunk);
    }

    @Override
    public void writeSnapshot(SnapshotId snapshot, long offset, byte[] chunk) {
        if (refusing) return;
        if (!snapshot.equals(transfer) || offset == 0) {
            transfer = snapshot;
            transferred = new ChunkedBytes();
        }
        if (offset == transferred.size() && chunk.length <= snapshot.bytes() - offset)
            transferred.write(chunk, 0, chunk.length);
        completions.snapshotWritten(snapshot, transferred.size());
    }

    @Override
    public void installSnapshot(SnapshotId snapshot, byte[] note, Digest digest) {
        if (refusing) return;
        boolean given = snapshot.equals(transfer) || snapshot.bytes() == 0;
        ChunkedBytes content = snapshot.equals(transfer) ? transferred : new ChunkedBytes();
        Held complete = held(snapshot.zxid(), content);
        boolean installed =
                given
                        && complete.id.equals(snapshot)
                        && (digest == null || content.digest().equals(digest));
        if (given) {
            transfer = null;
            transferred = new ChunkedBytes();
        }
        if (installed) {
            synchronized (snapshots) {
                generation++;
                retained = null;
                snapshots.clear();
                snapshots.add(complete);
            }
            log.clear();
            logAfter = snapshot.zxid();
            lastZxid = snapshot.zxid();
        }
        position++;
        completions.snapshotInstalled(snapshot, installed);
    }

    @Override
    public StorageFigures figures() {
        StorageFigures f = figures;
        return new StorageFigures(
                f.entries(),
                f.bytesWritten(),
                f.syncs(),
                f.syncNanosTotal(),
                f.syncNanosMax(),
                snapshotsTaken.get(),
                f.logBytes());
    }

    @Override
    public void visitQueues(QueueVisitor to) {}

    @Override
    public StorageWatch watch() {
        return watch;
    }

    @Override
    public void close() {
        refusing = true;
        snapshotWork.shutDown();
        snapshotWork.awaitEnd();
    }

    private void updateFigures() {
        figures = new StorageFigures(entries, bytes, syncs, 0, 0, 0, log.bytes());
    }

    private synchronized void fail(String what) {
        if (refusing) return;
        refusing = true;
        completions.failed(new IOException(what));
    }

    private Held newest() {
        synchronized (snapshots) {
            return snapshots.get(snapshots.size() - 1);
        }
    }

    private Held find(SnapshotId id) {
        synchronized (snapshots) {
            for (Held held : snapshots) if (held.id.equals(id)) return held;
        }
        return id.equals(SnapshotId.EMPTY) ? new Held(id, new ChunkedBytes()) : null;
    }

    private static Held held(long zxid, ChunkedBytes content) {
        return new Held(new SnapshotId(zxid, content.size(), content.checksum()), content);
    }
}
