package io.abcast.jgroups.forest;

/**
 * Bounds the bytes of the multicasts that wait for the node. At the bound a caller waits for a limited time. If there
 * is still no room after this time, its multicast is dropped, as a full transport drops messages.
 *
 * <p><b>Thread rule:</b> any thread.
 */
final class BacklogBound {
    private final int bytesMax;
    private final long waitMillis;

    // Guarded by this.
    private long bytes;
    private boolean closed;

    BacklogBound(int bytesMax, long waitMillis) {
        this.bytesMax = bytesMax;
        this.waitMillis = waitMillis;
    }

    /**
     * Admits a multicast if there is room for its bytes. A multicast that is longer than the bound is admitted when no
     * other one waits.
     *
     * @param mayWait whether the caller may wait
     * @return false if there is no room
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
