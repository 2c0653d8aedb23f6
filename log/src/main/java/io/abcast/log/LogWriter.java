package io.abcast.log;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Entry;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Writes a member's log. The method {@link #write} writes all waiting batches, and {@link #sync} syncs the log once and
 * reports the position of the last operation (group commit). The writer carries out all operations of the storage in
 * the order of their calls, except reads, which it only starts.
 *
 * <p><b>Thread rule:</b> one thread at a time uses a {@code LogWriter}, see {@link StorageWork.Writers}; any thread may
 * call {@link #fail}, {@link #figures} and {@link #snapshotTaken}.
 */
final class LogWriter {
    interface Work {
        void run(LogWriter on) throws IOException;
    }

    private static final long GROUP_BYTES_MAX = 8 << 20;

    private final Path path;
    private final HandOver handOver;
    private final SegmentedLog log;
    private final SnapshotFiles snapshots;
    private final StateFile state;
    private final StorageWatch watch;
    private final Storage.Completions completions;
    private final LogReads reads;
    private final AtomicBoolean failed = new AtomicBoolean();

    private long position;

    private long reported;
    private long persists;

    /**
     * The zxid up to which the log must be purged as soon as no read needs these entries; {@link Zxid#NONE} if no purge
     * is delayed.
     */
    private long purgeDue = Zxid.NONE;

    private long entries;
    private long syncs;
    private long syncNanosTotal;
    private long syncNanosMax;
    private final AtomicLong snapshotsTaken = new AtomicLong();
    private volatile StorageFigures figures;

    LogWriter(
            Path path,
            HandOver handOver,
            SegmentedLog log,
            SnapshotFiles snapshots,
            StateFile state,
            StorageWatch watch,
            SideWork reads,
            Storage.Completions completions) {
        this.path = path;
        this.handOver = handOver;
        this.log = log;
        this.snapshots = snapshots;
        this.state = state;
        this.watch = watch;
        this.completions = completions;
        this.reads = new LogReads(reads, handOver, snapshots, completions, failed::get, this::fail);
        updateFigures();
    }

    Storage.Completions completions() {
        return completions;
    }

    long position() {
        return position;
    }

    boolean hasFailed() {
        return failed.get();
    }

    void idle() throws IOException {
        log.markSynced();
    }

    /**
     * Writes {@code first} and the batches that wait after it. The writer's thread must call {@link #sync} after each
     * {@code write}.
     */
    void write(HandOver.Batch first) throws IOException {
        if (purgeDue != Zxid.NONE) purge(purgeDue);
        long bytes = 0;
        for (HandOver.Batch batch = first; batch != null; batch = handOver.poll()) {
            for (int i = 0; i < batch.size; i++) {
                if (batch.items[i] instanceof Entry entry) {
                    log.append(entry);
                    position++;
                    entries++;
                } else {
                    ((Work) batch.items[i]).run(this);
                }
            }
            bytes += batch.bytes;
            handOver.release(batch);
            if (bytes > GROUP_BYTES_MAX) break;
        }
        log.writeOut();
    }

    void sync() throws IOException {
        long before = watch.syncBegins();
        boolean synced = log.sync();
        long nanos = watch.syncEnds(before, synced);
        if (synced) {
            syncs++;
            syncNanosTotal += nanos;
            syncNanosMax = Math.max(syncNanosMax, nanos);
        }
        updateFigures();
        if (position == reported || failed.get()) return;
        reported = position;
        completions.synced(position);
    }

    void vote(long slot, long openFrom, byte[] record) throws IOException {
        log.vote(slot, openFrom, record);
        position++;
    }

    void truncate(long lastZxid) throws IOException {
        if (lastZxid < snapshots.newest().zxid())
            throw new IOException(
                    "truncate to "
                            + Zxid.toString(lastZxid)
                            + ": expected nothing before the newest snapshot "
                            + snapshots.newest());
        reads.cut();
        log.truncate(lastZxid);
        position++;
    }

    void readLog(long afterZxid, int bytesMax) throws IOException {
        reads.add(log.read(afterZxid, bytesMax));
    }

    /**
     * Removes log entries up to {@code throughZxid} in whole segments, but postpones the removal of entries that
     * unfinished reads need.
     */
    void purge(long throughZxid) throws IOException {
        long through = Math.min(throughZxid, snapshots.oldest().zxid());
        long free = reads.neededAfter();
        purgeDue = free < through ? throughZxid : Zxid.NONE;
        log.purge(Math.min(through, free));
    }

    void persist(byte[] content) throws IOException {
        state.write(content);
        completions.persisted(++persists);
    }

    void readSnapshot(SnapshotId id, long offset, int bytesMax) {
        reads.add(id, offset, bytesMax);
    }

    void writeSnapshot(SnapshotId id, long offset, byte[] bytes) throws IOException {
        completions.snapshotWritten(id, snapshots.writeChunk(id, offset, bytes));
    }

    void installSnapshot(SnapshotId id, byte[] note, Digest digest, AtomicInteger pending)
            throws IOException {
        log.saveVotes();
        boolean decided = snapshots.decideInstall(id, note, digest);
        if (decided) {
            reads.cut();
            log.clear(id.zxid());
            snapshots.finishInstall(id);
            log.replaceVotes();
        }
        log.dropSavedVotes();
        position++;
        pending.decrementAndGet();
        completions.snapshotInstalled(id, decided);
    }

    void snapshotTaken() {
        snapshotsTaken.incrementAndGet();
    }

    /** Stops the storage permanently after an error, and reports only the first error; called by any thread. */
    void fail(Throwable cause) {
        if (!failed.compareAndSet(false, true)) return;
        handOver.breakOff();
        completions.failed(
                cause instanceof CorruptLogException corrupt
                        ? corrupt
                        : new IOException(
                                "storage "
                                        + path
                                        + " stopped; data not reported as durable may be lost: "
                                        + (cause instanceof IOException
                                                ? cause.getMessage()
                                                : cause),
                                cause));
    }

    StorageFigures figures() {
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

    private void updateFigures() {
        figures =
                new StorageFigures(
                        entries,
                        log.bytesWritten(),
                        syncs,
                        syncNanosTotal,
                        syncNanosMax,
                        0,
                        log.bytes());
    }

    void close(boolean orderly) {
        handOver.breakOff();
        reads.close();
        try {
            log.close(orderly);
            snapshots.close();
        } catch (IOException e) {
            fail(e);
        }
    }
}
