package io.abcast.torture;

import java.util.concurrent.locks.LockSupport;

/** Makes one client send its operations at a fixed rate. The class is not thread-safe. */
final class Pace {
    private final long intervalNanos;
    private long due;

    Pace(double perSecond, long startNanos) {
        intervalNanos = (long) (1e9 / perSecond);
        due = startNanos;
    }

    /**
     * A late operation delays all later operations of the client by the same time.
     *
     * @return false if the thread was interrupted during the wait
     */
    boolean await() {
        due = Math.max(due + intervalNanos, System.nanoTime());
        for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
            LockSupport.parkNanos(left);
            if (Thread.currentThread().isInterrupted()) return false;
        }
        return true;
    }
}
