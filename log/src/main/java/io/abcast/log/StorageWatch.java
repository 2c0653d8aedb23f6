package io.abcast.log;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The present activity of a {@link Storage} and its past durations, for monitoring. Points in time are those of {@link
 * System#nanoTime}.
 *
 * <p><b>Thread rule:</b> safe from any thread; reading never waits for the disk.
 */
public final class StorageWatch {
    private static final long IDLE = Long.MIN_VALUE;

    private final LongSupplier handedOver;
    private final Durations syncs = new Durations();
    private final Durations snapshots = new Durations();
    private final AtomicLong longestSync = new AtomicLong();
    private volatile long syncBegan = IDLE;
    private volatile long snapshotBegan = IDLE;

    /** @param handedOver see {@link #handedOverBytes} */
    StorageWatch(LongSupplier handedOver) {
        this.handedOver = handedOver;
    }

    /** Returns the durations of the log's syncs. */
    public Durations syncs() {
        return syncs;
    }

    /** Returns the times that this storage took to write its snapshots. */
    public Durations snapshots() {
        return snapshots;
    }

    /** Time since the start of the log's present sync, in ns; 0 if no sync is in progress. */
    public long syncingNanos(long nowNanos) {
        return since(syncBegan, nowNanos);
    }

    /** Time since the start of the snapshot that is being written, in ns; 0 if no snapshot is being written. */
    public long snapshottingNanos(long nowNanos) {
        return since(snapshotBegan, nowNanos);
    }

    /**
     * Duration of the longest sync that has ended since the last call of this method, in ns; 0 if no sync has ended
     * since then. Only one caller may use this method, because each call begins a new period.
     */
    public long takeLongestSyncNanos() {
        return longestSync.getAndSet(0);
    }

    /** Number of bytes that the event loop has handed over and that are not yet written. */
    public long handedOverBytes() {
        return handedOver.getAsLong();
    }

    private static long since(long began, long nowNanos) {
        return began == IDLE ? 0 : Math.max(0, nowNanos - began);
    }

    /**
     * Called by the writer thread when a sync begins.
     *
     * @return the present time
     */
    long syncBegins() {
        long now = System.nanoTime();
        syncBegan = now;
        return now;
    }

    /**
     * Called by the writer thread when a sync ends.
     *
     * @param synced false if all data was durable before
     * @return the duration of the sync in ns
     */
    long syncEnds(long began, boolean synced) {
        long now = System.nanoTime();
        syncBegan = IDLE;
        if (synced) {
            syncs.record(now - began, now);
            longestSync.accumulateAndGet(now - began, Math::max);
        }
        return now - began;
    }

    /** Called by the snapshot thread when a snapshot begins. */
    void snapshotBegins() {
        snapshotBegan = System.nanoTime();
    }

    /**
     * Called by the snapshot thread when a snapshot ends.
     *
     * @param taken false if the snapshot was not completed
     */
    void snapshotEnds(boolean taken) {
        long now = System.nanoTime();
        if (taken) snapshots.record(now - snapshotBegan, now);
        snapshotBegan = IDLE;
    }
}
