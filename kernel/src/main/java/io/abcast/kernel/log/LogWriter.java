package io.abcast.kernel.log;

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
 * The one thread that writes a member's log: takes every batch that waits, writes them, syncs once, reports one position
 * (group commit). A platform thread, because a sync blocks. Reads of the log and the transfer of snapshots run here too, so
 * that everything is FIFO.
 */
final class LogWriter {
    /** One piece of work that is not an append. */
    interface Work {
        void run(LogWriter on) throws IOException;
    }

    /** After this much a sync is due even though more batches wait. */
    private static final long GROUP_BYTES_MAX = 8 << 20;

    private final Path path;
    private final Thread thread;
    private final HandOver handOver;
    private final SegmentedLog log;
    private final SnapshotFiles snapshots;
    private final StateFile state;
    private final StorageWatch watch;
    private final Storage.Completions completions;
    private final AtomicBoolean failed = new AtomicBoolean();

    /** Log operations carried out since the start, and the last of them that was reported. */
    private long position;

    private long reported;
    private long persists;

    private long entries;
    private long syncs;
    private long syncNanosTotal;
    private long syncNanosMax;
    private final AtomicLong snapshotsTaken = new AtomicLong();
    private volatile StorageFigures figures;

    LogWriter(
            int serverId,
            Path path,
            HandOver handOver,
            SegmentedLog log,
            SnapshotFiles snapshots,
            StateFile state,
            StorageWatch watch,
            Storage.Completions completions) {
        this.path = path;
        this.handOver = handOver;
        this.log = log;
        this.snapshots = snapshots;
        this.state = state;
        this.watch = watch;
        this.completions = completions;
        updateFigures();
        thread = new Thread(this::run, "abcast-log-" + serverId);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    Storage.Completions completions() {
        return completions;
    }

    boolean hasFailed() {
        return failed.get();
    }

    private void run() {
        boolean orderly = false;
        try {
            while (true) {
                HandOver.Batch batch = handOver.poll();
                if (batch == null) {
                    log.markSynced();
                    batch = handOver.take();
                }
                if (batch == null || failed.get()) break;
                runGroup(batch);
            }
            orderly = !failed.get();
        } catch (IOException | RuntimeException | Error e) {
            fail(e);
        } finally {
            handOver.breakOff();
            close(orderly);
        }
    }

    /** Runs {@code first} and the batches that wait behind it, then syncs once. */
    private void runGroup(HandOver.Batch first) throws IOException {
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
        sync();
    }

    private void sync() throws IOException {
        log.writeOut();
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
        log.truncate(lastZxid);
        position++;
    }

    void readLog(long afterZxid, int bytesMax) throws IOException {
        completions.logRead(afterZxid, log.read(afterZxid, bytesMax));
    }

    void purge(long throughZxid) throws IOException {
        log.purge(Math.min(throughZxid, snapshots.oldest().zxid()));
    }

    void persist(byte[] content) throws IOException {
        state.write(content);
        completions.persisted(++persists);
    }

    void readSnapshot(SnapshotId id, long offset, int bytesMax) throws IOException {
        completions.snapshotRead(id, offset, snapshots.read(id, offset, bytesMax));
    }

    void writeSnapshot(SnapshotId id, long offset, byte[] bytes) throws IOException {
        completions.snapshotWritten(id, snapshots.writeChunk(id, offset, bytes));
    }

    /** @param pending one less when it is done, before it is answered */
    void installSnapshot(SnapshotId id, byte[] note, Digest digest, AtomicInteger pending)
            throws IOException {
        log.saveVotes();
        boolean decided = snapshots.decideInstall(id, note, digest);
        if (decided) {
            log.clear(id.zxid());
            snapshots.finishInstall(id);
            log.replaceVotes();
        }
        log.dropSavedVotes();
        position++;
        pending.decrementAndGet();
        completions.snapshotInstalled(id, decided);
    }

    /** Snapshot thread: one more was completed. */
    void snapshotTaken() {
        snapshotsTaken.incrementAndGet();
    }

    /** Stops the storage for good; the first cause is reported. Safe from the writer and the snapshot thread. */
    void fail(Throwable cause) {
        if (!failed.compareAndSet(false, true)) return;
        handOver.breakOff();
        completions.failed(
                cause instanceof CorruptLogException corrupt
                        ? corrupt
                        : new IOException(
                                "storage "
                                        + path
                                        + " stopped, what was not reported as durable may be lost: "
                                        + (cause instanceof IOException
                                                ? cause.getMessage()
                                                : cause),
                                cause));
    }

    /** As of the last sync; safe from any thread. */
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

    /** Waits until the thread has ended. */
    void awaitEnd() {
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) Thread.currentThread().interrupt();
    }

    private void close(boolean orderly) {
        try {
            log.close(orderly);
            snapshots.close();
        } catch (IOException e) {
            fail(e);
        }
    }
}
