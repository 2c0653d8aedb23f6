package io.abcast.log;

import io.abcast.kernel.QueueVisitor;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The queue from the event loop to the writer thread: batches of items in order, bounded by bytes. One lock and at most
 * one wake-up per batch, none per item; batches are reused.
 *
 * <p><b>At the bound</b> {@link #hasRoom} is false until the writer has caught up, and the loop takes no events. So a
 * slow disk slows down the clients, and their requests do not accumulate here. {@link #publish} itself never waits; so
 * the bound can be exceeded by the items of one turn of the loop.
 */
final class HandOver {
    /** Minimum number of bytes for which an item counts, so that the bound on bytes also bounds the number of items. */
    static final int ITEM_BYTES_MIN = 64;

    private static final int SPARE_MAX = 8;

    /** Items in the order in which they were added. */
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

    // Guarded by the lock
    private final ArrayDeque<Batch> queue = new ArrayDeque<>();
    private final ArrayDeque<Batch> spare = new ArrayDeque<>();
    private long bytes;
    private boolean closed;
    private boolean broken;

    /** The batch that the event loop fills; only the event loop uses it. */
    private Batch open = new Batch();

    HandOver(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    /** Loop: adds an item to the open batch, and returns the bytes that the batch has now. */
    long add(Object item, long itemBytes) {
        open.add(item, itemBytes);
        return open.bytes;
    }

    /** Loop: hands over the open batch. */
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

    /** Whether the bytes that are not released are within the bound. Also true if nothing will be released any more. */
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

    /** Loop: waits until there is room. */
    void awaitRoom() {
        lock.lock();
        try {
            while (bytes > bytesMax && !broken) released.awaitUninterruptibly();
        } finally {
            lock.unlock();
        }
    }

    /** Writer: the next batch, or {@code null} without one. */
    Batch poll() {
        lock.lock();
        try {
            return queue.poll();
        } finally {
            lock.unlock();
        }
    }

    /** Whether {@link #poll} has a batch. From any thread. */
    boolean waits() {
        lock.lock();
        try {
            return !queue.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** Writer: waits for the next batch; {@code null} after {@link #close} when all batches were taken. */
    Batch take() {
        lock.lock();
        try {
            while (queue.isEmpty() && !closed) published.awaitUninterruptibly();
            return queue.poll();
        } finally {
            lock.unlock();
        }
    }

    /** Writer: releases a batch that is complete. */
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

    /** Writer: keeps {@code size} bytes counted although their batch is complete; {@link #free} follows. */
    void hold(long size) {
        lock.lock();
        try {
            bytes += size;
        } finally {
            lock.unlock();
        }
    }

    /** From any thread: releases bytes of {@link #hold}. */
    void free(long size) {
        lock.lock();
        try {
            bytes -= size;
            if (bytes <= bytesMax) released.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Bytes published and not yet released. From any thread. */
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

    /** Writer: discards the waiting batches, and takes no further ones. */
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
