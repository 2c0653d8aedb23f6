package io.abcast.jgroups.forest;

/**
 * Bounds the bytes of a member's multicasts that {@code FOREST} has accepted and not yet sent. At the bound, a sending
 * thread waits for a limited time, and then its multicast is refused.
 *
 * <p><b>Thread rule:</b> any thread may call the methods of {@code BacklogBound}.
 */
final class BacklogBound {
    private final int bytesMax;
    private final long waitMillis;

    // Guarded by the lock of {@code BacklogBound}.
    private long bytes;
    private boolean closed;

    BacklogBound(int bytesMax, long waitMillis) {
        this.bytesMax = bytesMax;
        this.waitMillis = waitMillis;
    }

    /** If no other multicast waits, a multicast that is longer than the bound is admitted. */
    synchronized boolean enter(int size, boolean mayWait) {
        long deadline = System.nanoTime() + waitMillis * 1_000_000;
        while (!closed && bytes > 0 && bytes + size > bytesMax) {
            long leftMillis = (deadline - System.nanoTime()) / 1_000_000;
            if (!mayWait || leftMillis <= 0) return false;
            try {
                wait(leftMillis);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        if (closed) return false;
        bytes += size;
        return true;
    }

    synchronized void leave(int size) {
        bytes -= size;
        notifyAll();
    }

    synchronized void close() {
        closed = true;
        notifyAll();
    }

    synchronized long bytes() {
        return bytes;
    }
}
