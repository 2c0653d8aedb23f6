package io.abcast.jgroups.forest;

/**
 * Bounds the bytes of a member's multicasts that {@code FOREST} has accepted and not yet sent. When the waiting bytes
 * reach the bound, a thread that sends a multicast waits for a limited time. If the waiting bytes leave no room within
 * the limited time, {@code BacklogBound} refuses the multicast, as a full transport drops messages.
 *
 * <p><b>Thread rule:</b> any thread may call the methods of {@code BacklogBound}.
 */
final class BacklogBound {
    private final int bytesMax;
    private final long waitMillis;

    // Number of bytes of the waiting multicasts; guarded by the lock of {@code BacklogBound}.
    private long bytes;
    private boolean closed;

    BacklogBound(int bytesMax, long waitMillis) {
        this.bytesMax = bytesMax;
        this.waitMillis = waitMillis;
    }

    /**
     * Admits a multicast if there is room for its bytes. If no other multicast waits, {@code BacklogBound} admits a
     * multicast that is longer than the bound.
     *
     * @param mayWait whether the calling thread may wait until there is room for the multicast
     * @return false if there is no room for the multicast
     */
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

    /** Refuses all further multicasts. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }

    synchronized long bytes() {
        return bytes;
    }
}
