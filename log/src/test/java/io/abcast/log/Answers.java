package io.abcast.log;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Entry;
import io.abcast.kernel.SnapshotId;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Collects the answers of a storage, separately for each kind of answer. Any thread may call the methods of {@code
 * Answers}.
 */
final class Answers implements Storage.Completions {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);

    record Read(long afterZxid, List<Entry> entries) {}

    record Chunk(SnapshotId snapshot, long offset, byte[] bytes) {}

    record Written(SnapshotId snapshot, long nextOffset) {}

    record Installed(SnapshotId snapshot, boolean installed) {}

    private final ArrayDeque<Read> reads = new ArrayDeque<>();
    private final ArrayDeque<Chunk> chunks = new ArrayDeque<>();
    private final ArrayDeque<Written> writes = new ArrayDeque<>();
    private final ArrayDeque<Installed> installs = new ArrayDeque<>();
    private final ArrayDeque<SnapshotId[]> taken = new ArrayDeque<>();
    private final ArrayDeque<IOException> failures = new ArrayDeque<>();
    private SnapshotId lastTaken;
    private Digest lastDigest;
    private long syncedPosition;
    private long persistedVersion;
    private int failureCount;
    private String wrong;

    private interface Condition {
        boolean holds();
    }

    @Override
    public synchronized void synced(long position) {
        if (position <= syncedPosition) wrong = "synced " + position + " after " + syncedPosition;
        syncedPosition = position;
        notifyAll();
    }

    @Override
    public synchronized void persisted(long version) {
        if (version != persistedVersion + 1)
            wrong = "persisted " + version + " after " + persistedVersion;
        persistedVersion = version;
        notifyAll();
    }

    @Override
    public synchronized void logRead(long afterZxid, List<Entry> entries) {
        reads.add(new Read(afterZxid, entries));
        notifyAll();
    }

    @Override
    public synchronized void snapshotTaken(SnapshotId snapshot, Digest content) {
        taken.add(new SnapshotId[] {snapshot});
        if (snapshot != null) lastTaken = snapshot;
        lastDigest = content;
        notifyAll();
    }

    @Override
    public synchronized void snapshotRead(SnapshotId snapshot, long offset, byte[] bytes) {
        chunks.add(new Chunk(snapshot, offset, bytes));
        notifyAll();
    }

    @Override
    public synchronized void snapshotWritten(SnapshotId snapshot, long nextOffset) {
        writes.add(new Written(snapshot, nextOffset));
        notifyAll();
    }

    @Override
    public synchronized void snapshotInstalled(SnapshotId snapshot, boolean installed) {
        installs.add(new Installed(snapshot, installed));
        notifyAll();
    }

    @Override
    public synchronized void failed(IOException cause) {
        failures.add(cause);
        if (++failureCount > 1) wrong = "failed twice: " + cause;
        notifyAll();
    }

    synchronized long synced() {
        return syncedPosition;
    }

    synchronized long persisted() {
        return persistedVersion;
    }

    synchronized SnapshotId lastTaken() {
        return lastTaken;
    }

    synchronized Digest lastDigest() {
        return lastDigest;
    }

    synchronized boolean hasFailed() {
        return failureCount > 0;
    }

    synchronized int installsAnswered() {
        return installs.size();
    }

    void awaitSynced(long position) {
        await("synced " + position, () -> syncedPosition >= position);
    }

    void awaitPersisted(long version) {
        await("persisted " + version, () -> persistedVersion >= version);
    }

    void awaitSyncedOrFailed(long position) {
        awaitEither("synced " + position, () -> syncedPosition >= position);
    }

    void awaitInstallsOrFailed(int count) {
        awaitEither("installed " + count, () -> installs.size() >= count);
    }

    Read read() {
        return next("log read", reads);
    }

    Chunk chunk() {
        return next("chunk", chunks);
    }

    Written written() {
        return next("chunk written", writes);
    }

    Installed installed() {
        return next("installation", installs);
    }

    SnapshotId taken() {
        return next("snapshot", taken)[0];
    }

    synchronized SnapshotId[] takenOrFailed() {
        awaitEither("snapshot", () -> !taken.isEmpty());
        return taken.poll();
    }

    synchronized IOException failure() {
        awaitEither("failure", () -> false);
        return failures.poll();
    }

    private synchronized <T> T next(String what, ArrayDeque<T> queue) {
        await(what, () -> !queue.isEmpty());
        return queue.remove();
    }

    private synchronized void await(String what, Condition condition) {
        awaitEither(what, condition);
        if (!condition.holds())
            throw new AssertionError("expected " + what + ", the storage failed", failures.peek());
    }

    private synchronized void awaitEither(String what, Condition condition) {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (!condition.holds() && failureCount == 0) {
            long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            if (left <= 0)
                throw new AssertionError(
                        "expected " + what + " within 20 s; synced " + syncedPosition);
            try {
                wait(left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError("interrupted while waiting for " + what, e);
            }
        }
        if (wrong != null) throw new AssertionError(wrong);
    }
}
