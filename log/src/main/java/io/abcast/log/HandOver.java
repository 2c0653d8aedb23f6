package io.abcast.log;

import io.abcast.kernel.QueueVisitor;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What the event loop hands to the writer thread: batches of items in order, bounded by bytes. One lock and at most one
 * wake-up per batch, nothing per item; batches are reused.
 *
 * <p><b>At the bound</b> {@link #hasRoom} answers false until the writer has caught up: the loop takes no events, so that what
 * the disk cannot take is held back at the clients and not collected here. {@link #publish} itself never waits. So one turn of the loop
 * comes on top of the bound at most.
 */
final class HandOver {
    /** Items counted at least as this much, so that their number is bounded too. */
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

    /** The loop's own. */
    private Batch open = new Batch();

    HandOver(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    /** Loop: adds an item to the open batch; how many bytes that holds now. */
    long add(Object item, long itemBytes) {
        open.add(item, itemBytes);
        return open.bytes;
    }

    /** Loop: hands the open batch over. */
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

    /** Whether at most the bound is not yet released, or nothing will be released any more. */
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

    /** Writer: the next batch if there is one; {@code null} otherwise. */
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

    /** Writer: waits for the next batch; {@code null} after {@link #close} when all were taken. */
    Batch take() {
        lock.lock();
        try {
            while (queue.isEmpty() && !closed) published.awaitUninterruptibly();
            return queue.poll();
        } finally {
            lock.unlock();
        }
    }

    /** Writer: done with a batch. */
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

    /** Writer: so much is not done with its batch; {@link #free} follows. */
    void hold(long size) {
        lock.lock();
        try {
            bytes += size;
        } finally {
            lock.unlock();
        }
    }

    /** From any thread: what was held is done. */
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

    /** Nothing more comes; what was published is still taken. */
    void close() {
        lock.lock();
        try {
            closed = true;
            published.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Writer: takes nothing more, ever. */
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
