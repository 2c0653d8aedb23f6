package io.abcast.log;

import io.abcast.kernel.QueueVisitor;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The queue of batches from the event loop to the writer thread, bounded by bytes. Only a batch needs a lock and at
 * most one wake-up of the writer; adding an item needs neither. Batches are reused.
 *
 * <p><b>At the bound</b> {@link #hasRoom} is false until the writer has caught up, and the loop takes no events. So a
 * slow disk slows down the clients, and their requests do not accumulate in this queue. {@link #publish} never waits,
 * so the items of one turn of the loop can exceed the bound.
 */
final class HandOver {
    /** Minimum number of bytes for which an item counts, so that the bound on bytes also bounds the number of items. */
    static final int ITEM_BYTES_MIN = 64;

    private static final int SPARE_MAX = 8;

    /** A batch of items, in the order in which they were added. */
    static final class Batch {
        Object[] items = new Object[256];
        int size;
        long bytes;

        private void add(Object item, long itemBytes) {
            if (size == items.length) items = Arrays.copyOf(items, size * 2);
            items[size++] = item;
            bytes += Math.max(itemBytes, ITEM_BYTES_MIN);
        }

        private void clear() {
            Arrays.fill(items, 0, size, null);
            size = 0;
            bytes = 0;
        }
    }

    private final long bytesMax;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition published = lock.newCondition();
    private final Condition released = lock.newCondition();

    // Guarded by the lock of this object.
    private final ArrayDeque<Batch> queue = new ArrayDeque<>();
    private final ArrayDeque<Batch> spare = new ArrayDeque<>();
    private long bytes;
    private boolean closed;
    private boolean broken;

    /** The batch to which the event loop adds items. Only the event loop uses this field. */
    private Batch open = new Batch();

    HandOver(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    /** Called by the loop: adds an item to the open batch, and returns the size of the batch in bytes. */
    long add(Object item, long itemBytes) {
        open.add(item, itemBytes);
        return open.bytes;
    }

    /** Called by the loop: hands the open batch over to the writer. */
    void publish() {
        if (open.size == 0) return;
        lock.lock();
        try {
            if (broken || closed) {
                open.clear();
                return;
            }
            queue.add(open);
            bytes += open.bytes;
            open = spare.isEmpty() ? new Batch() : spare.poll();
            published.signal();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Whether the bytes that the writer has not released are within the bound. Also true if the writer has ended and
     * will release no more bytes.
     */
    boolean hasRoom() {
        lock.lock();
        try {
            return bytes <= bytesMax || broken;
        } finally {
            lock.unlock();
        }
    }

    /** See {@link Storage#visitQueues}. */
    void visitQueues(QueueVisitor to) {
        lock.lock();
        try {
            to.queue("bytes handed over and not written", broken ? 0 : bytes, bytesMax);
        } finally {
            lock.unlock();
        }
    }

    /** Called by the loop: waits until {@link #hasRoom} is true. */
    void awaitRoom() {
        lock.lock();
        try {
            while (bytes > bytesMax && !broken) released.awaitUninterruptibly();
        } finally {
            lock.unlock();
        }
    }

    /** Called by the writer: takes the next batch; {@code null} if no batch waits. */
    Batch poll() {
        lock.lock();
        try {
            return queue.poll();
        } finally {
            lock.unlock();
        }
    }

    /** Whether a batch waits for {@link #poll}. Called by any thread. */
    boolean waits() {
        lock.lock();
        try {
            return !queue.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Called by the writer: waits for the next batch. Returns {@code null} after {@link #close} when all batches were
     * taken.
     */
    Batch take() {
        lock.lock();
        try {
            while (queue.isEmpty() && !closed) published.awaitUninterruptibly();
            return queue.poll();
        } finally {
            lock.unlock();
        }
    }

    /** Called by the writer: releases a batch that is complete. */
    void release(Batch batch) {
        long size = batch.bytes;
        batch.clear();
        lock.lock();
        try {
            bytes -= size;
            if (spare.size() < SPARE_MAX) spare.add(batch);
            if (bytes <= bytesMax) released.signal();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Called by the writer: counts {@code size} bytes as not released until {@link #free}, although their batch is
     * complete.
     */
    void hold(long size) {
        lock.lock();
        try {
            bytes += size;
        } finally {
            lock.unlock();
        }
    }

    /** Releases bytes that {@link #hold} has counted. Called by any thread. */
    void free(long size) {
        lock.lock();
        try {
            bytes -= size;
            if (bytes <= bytesMax) released.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Number of bytes that were published and are not released yet. Called by any thread. */
    long bytes() {
        lock.lock();
        try {
            return bytes;
        } finally {
            lock.unlock();
        }
    }

    /** Ends the queue. The writer still takes the batches that were published before this call. */
    void close() {
        lock.lock();
        try {
            closed = true;
            published.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Called by the writer: discards the waiting batches, and refuses all later batches. */
    void breakOff() {
        lock.lock();
        try {
            broken = true;
            queue.clear();
            released.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
