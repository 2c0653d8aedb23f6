package io.abcast.log;

import io.abcast.kernel.QueueVisitor;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The queue of batches from the event loop to the writer thread, bounded by bytes. The event loop takes a lock for each
 * batch and not for each item.
 *
 * <p><b>At the bound</b> on waiting bytes, {@link #hasRoom} is false and the event loop takes no events, so that a slow
 * disk slows down the clients. The method {@link #publish} never waits, so the items of one turn of the event loop can
 * exceed the bound.
 *
 * <p><b>Thread rule:</b> the writer thread calls {@link #poll}, {@link #take}, {@link #release}, {@link #hold} and
 * {@link #breakOff}. Any thread may call {@link #waits}, {@link #free} and {@link #bytes}. Only the event loop calls
 * {@link #add}, {@link #publish} and {@link #awaitRoom}.
 */
final class HandOver {
    /** Number of bytes that each item counts at least, so that the bound on bytes also bounds the number of items. */
    static final int ITEM_BYTES_MIN = 64;

    private static final int SPARE_MAX = 8;

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

    private Batch open = new Batch();

    HandOver(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    long add(Object item, long itemBytes) {
        open.add(item, itemBytes);
        return open.bytes;
    }

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

    boolean hasRoom() {
        lock.lock();
        try {
            return bytes <= bytesMax || broken;
        } finally {
            lock.unlock();
        }
    }

    void visitQueues(QueueVisitor to) {
        lock.lock();
        try {
            to.queue("bytes handed over and not written", broken ? 0 : bytes, bytesMax);
        } finally {
            lock.unlock();
        }
    }

    void awaitRoom() {
        lock.lock();
        try {
            while (bytes > bytesMax && !broken) released.awaitUninterruptibly();
        } finally {
            lock.unlock();
        }
    }

    Batch poll() {
        lock.lock();
        try {
            return queue.poll();
        } finally {
            lock.unlock();
        }
    }

    boolean waits() {
        lock.lock();
        try {
            return !queue.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes the next batch, and blocks until there is one; {@code null} after {@link #close}, when all batches are
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

    /** Keeps {@code size} bytes of a completed batch counted in this queue until {@link #free}. */
    void hold(long size) {
        lock.lock();
        try {
            bytes += size;
        } finally {
            lock.unlock();
        }
    }

    void free(long size) {
        lock.lock();
        try {
            bytes -= size;
            if (bytes <= bytesMax) released.signal();
        } finally {
            lock.unlock();
        }
    }

    long bytes() {
        lock.lock();
        try {
            return bytes;
        } finally {
            lock.unlock();
        }
    }

    void close() {
        lock.lock();
        try {
            closed = true;
            published.signal();
        } finally {
            lock.unlock();
        }
    }

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
