package io.abcast.log;

import io.abcast.kernel.QueueVisitor;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The queue of batches from the event loop to the writer thread, bounded by bytes. The event loop takes a lock, and
 * wakes the writer at most once, for each batch; to add an item takes no lock. The queue reuses its batch objects.
 *
 * <p><b>At the bound</b> on waiting bytes, {@link #hasRoom} is false until the writer has released enough bytes, and
 * the event loop takes no events. With the bound on bytes, a slow disk slows down the clients, and only a bounded
 * number of requests waits in this queue. The method {@link #publish} never waits, so the items of one turn of the
 * event loop can exceed the bound on bytes.
 */
final class HandOver {
    /** Number of bytes that each item counts at least, so that the bound on bytes also bounds the number of items. */
    static final int ITEM_BYTES_MIN = 64;

    private static final int SPARE_MAX = 8;

    /** A batch of items for the writer, in the order in which the event loop added them. */
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

    // The batches that wait for the writer; guarded by the lock of this object.
    private final ArrayDeque<Batch> queue = new ArrayDeque<>();
    private final ArrayDeque<Batch> spare = new ArrayDeque<>();
    private long bytes;
    private boolean closed;
    private boolean broken;

    /** The open batch, to which the event loop adds items. Only the event loop uses the field of the open batch. */
    private Batch open = new Batch();

    HandOver(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    /** Adds an item to the open batch, and returns the size of the batch in bytes; called by the event loop. */
    long add(Object item, long itemBytes) {
        open.add(item, itemBytes);
        return open.bytes;
    }

    /** Hands the open batch over to the writer; called by the event loop. */
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
     * Whether the bytes that the writer has not released are within the bound of this queue. The method {@code hasRoom}
     * also returns true if the writer has ended and will release no more bytes.
     */
    boolean hasRoom() {
        lock.lock();
        try {
            return bytes <= bytesMax || broken;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Reports the number of bytes that wait for the writer to the visitor {@code to}; see {@link Storage#visitQueues}.
     */
    void visitQueues(QueueVisitor to) {
        lock.lock();
        try {
            to.queue("bytes handed over and not written", broken ? 0 : bytes, bytesMax);
        } finally {
            lock.unlock();
        }
    }

    /** Blocks until {@link #hasRoom} is true; called by the event loop. */
    void awaitRoom() {
        lock.lock();
        try {
            while (bytes > bytesMax && !broken) released.awaitUninterruptibly();
        } finally {
            lock.unlock();
        }
    }

    /** Takes the next batch, or returns {@code null} if no batch waits; called by the writer. */
    Batch poll() {
        lock.lock();
        try {
            return queue.poll();
        } finally {
            lock.unlock();
        }
    }

    /** Whether a batch waits until the writer calls {@link #poll}. Any thread may call this method. */
    boolean waits() {
        lock.lock();
        try {
            return !queue.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes the next batch, and blocks until the event loop has handed over a batch; called by the writer. After
     * {@link #close}, the writer gets {@code null} when it has taken all batches.
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

    /**
     * Subtracts the bytes of a batch that the writer has completed from the bytes of this queue; called by the writer.
     */
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
     * Keeps {@code size} bytes counted in this queue until {@link #free}, although the batch of these bytes is
     * complete; called by the writer.
     */
    void hold(long size) {
        lock.lock();
        try {
            bytes += size;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Subtracts {@code size} bytes that {@link #hold} has kept counted from the bytes of this queue. Any thread may
     * call this method.
     */
    void free(long size) {
        lock.lock();
        try {
            bytes -= size;
            if (bytes <= bytesMax) released.signal();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns the number of bytes that the event loop has published and the writer has not released yet. Any thread may
     * call this method.
     */
    long bytes() {
        lock.lock();
        try {
            return bytes;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Ends the queue, so that the event loop can publish no more batches. The writer still takes the batches that the
     * event loop published before the queue ended.
     */
    void close() {
        lock.lock();
        try {
            closed = true;
            published.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Discards the waiting batches, and refuses all later batches; called by the writer. */
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
