package io.abcast.log;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * What a {@link Storage} is at, for whoever watches over it: how long things take and took. Times are of {@link
 * System#nanoTime}.
 *
 * <p><b>Thread rule:</b> safe from any thread; looking never waits for the disk.
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

    /** How long it took to make the log durable, each time. */
    public Durations syncs() {
        return syncs;
    }

    /** How long the snapshots took that were written here. */
    public Durations snapshots() {
        return snapshots;
    }

    /** How long the log's sync that is under way has taken so far, in ns; 0 if none is. */
    public long syncingNanos(long nowNanos) {
        return since(syncBegan, nowNanos);
    }

    /** How long the snapshot that is being written has taken so far, in ns; 0 if none is. */
    public long snapshottingNanos(long nowNanos) {
        return since(snapshotBegan, nowNanos);
    }

    /** The longest sync that has ended since this was last called, in ns; 0 if none has. For one watcher. */
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
     * Writer thread.
     *
     * @return the time
     */
    long syncBegins() {
        long now = System.nanoTime();
        syncBegan = now;
        return now;
    }

    /**
     * Writer thread.
     *
     * @param synced false if there was nothing to make durable
     * @return how long it took
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

    /** Snapshot thread. */
    void snapshotBegins() {
        snapshotBegan = System.nanoTime();
    }

    /**
     * Snapshot thread.
     *
     * @param taken false if nothing came of it
     */
    void snapshotEnds(boolean taken) {
        long now = System.nanoTime();
        if (taken) snapshots.record(now - snapshotBegan, now);
        snapshotBegan = IDLE;
    }
}
