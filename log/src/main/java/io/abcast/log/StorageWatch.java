package io.abcast.log;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The present activity of a {@link Storage} and its past durations, for monitoring. Times are those of {@link
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

    /** Durations of the log's syncs. */
    public Durations syncs() {
        return syncs;
    }

    /** Durations of the snapshots written by this storage. */
    public Durations snapshots() {
        return snapshots;
    }

    /** Time since the start of the log's sync in progress, in ns; 0 without one. */
    public long syncingNanos(long nowNanos) {
        return since(syncBegan, nowNanos);
    }

    /** Time since the start of the snapshot in progress, in ns; 0 without one. */
    public long snapshottingNanos(long nowNanos) {
        return since(snapshotBegan, nowNanos);
    }

    /** The longest sync that has ended since the last call, in ns; 0 without one. For one caller only. */
    public long takeLongestSyncNanos() {
        return longestSync.getAndSet(0);
    }

    /** Bytes handed over by the event loop and not yet written. */
    public long handedOverBytes() {
        return handedOver.getAsLong();
    }

    private static long since(long began, long nowNanos) {
        return began == IDLE ? 0 : Math.max(0, nowNanos - began);
    }

    /**
     * Writer thread: a sync begins.
     *
     * @return the present time
     */
    long syncBegins() {
        long now = System.nanoTime();
        syncBegan = now;
        return now;
    }

    /**
     * Writer thread: a sync ends.
     *
     * @param synced false if there was nothing to make durable
     * @return its duration in ns
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

    /** Snapshot thread: a snapshot begins. */
    void snapshotBegins() {
        snapshotBegan = System.nanoTime();
    }

    /**
     * Snapshot thread: a snapshot ends.
     *
     * @param taken false if the snapshot was not completed
     */
    void snapshotEnds(boolean taken) {
        long now = System.nanoTime();
        if (taken) snapshots.record(now - snapshotBegan, now);
        snapshotBegan = IDLE;
    }
}
