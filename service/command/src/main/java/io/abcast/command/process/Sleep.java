package io.abcast.command.process;

import java.util.concurrent.locks.LockSupport;

/** Waits for a moment on the clock of {@link System#nanoTime}. */
public final class Sleep {
    private Sleep() {}

    /**
     * Returns at once if the moment has passed.
     *
     * @param nanos of that clock
     * @throws InterruptedException if the thread is interrupted
     */
    public static void until(long nanos) throws InterruptedException {
        for (long left = nanos - System.nanoTime(); left > 0; left = nanos - System.nanoTime()) {
            LockSupport.parkNanos(left);
            if (Thread.interrupted()) throw new InterruptedException();
        }
    }
}
