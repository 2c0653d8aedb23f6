package io.abcast.log;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The present activity of a {@link Storage} and its past durations, for monitoring. All points in time in a
 * {@code StorageWatch} are values of {@link System#nanoTime}.
 *
 * <p><b>Thread rule:</b> any thread may call the public methods, and these methods never wait for the disk.
 */
public final class StorageWatch {
    private static final long IDLE = Long.MIN_VALUE;

    private final LongSupplier handedOver;
    private final Durations syncs = new Durations();
    private final Durations snapshots = new Durations();
    private final AtomicLong longestSync = new AtomicLong();
    private volatile long syncBegan = IDLE;
    private volatile long snapshotBegan = IDLE;

    StorageWatch(LongSupplier handedOver) {
        this.handedOver = handedOver;
    }

    /** Returns the histograms of the durations of the log's syncs. */
    public Durations syncs() {
        return syncs;
    }

    /** Returns the histograms of the times in which this storage wrote snapshots. */
    public Durations snapshots() {
        return snapshots;
    }

    /** Returns the time since the start of the log's present sync, in ns; 0 if no sync is in progress. */
    public long syncingNanos(long nowNanos) {
        return since(syncBegan, nowNanos);
    }

    /**
     * Returns the time since the start of the snapshot that is being written, in ns; 0 if no snapshot is being written.
     */
    public long snapshottingNanos(long nowNanos) {
        return since(snapshotBegan, nowNanos);
    }

    /**
     * Returns the duration of the longest sync that has ended since the last call of this method, in ns; 0 if no sync
     * has ended. Only one caller may use this method, because each call begins a new period.
     */
    public long takeLongestSyncNanos() {
        return longestSync.getAndSet(0);
    }

    /** Returns the number of bytes that the event loop has handed over to the storage and that are not yet written. */
    public long handedOverBytes() {
        return handedOver.getAsLong();
    }

    private static long since(long began, long nowNanos) {
        return began == IDLE ? 0 : Math.max(0, nowNanos - began);
    }

    long syncBegins() {
        long now = System.nanoTime();
        syncBegan = now;
        return now;
    }

    /** @param synced false if all data was already durable before the sync */
    long syncEnds(long began, boolean synced) {
        long now = System.nanoTime();
        syncBegan = IDLE;
        if (synced) {
            syncs.record(now - began, now);
            longestSync.accumulateAndGet(now - began, Math::max);
        }
        return now - began;
    }

    void snapshotBegins() {
        snapshotBegan = System.nanoTime();
    }

    void snapshotEnds(boolean taken) {
        long now = System.nanoTime();
        if (taken) snapshots.record(now - snapshotBegan, now);
        snapshotBegan = IDLE;
    }
}
