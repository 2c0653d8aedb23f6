package io.abcast.command.process;

import java.util.concurrent.locks.LockSupport;

/** Waits for a point in time on the clock of {@link System#nanoTime}. */
public final class Sleep {
    private Sleep() {}

    /**
     * Waits until the time {@code nanos}; returns at once if the time {@code nanos} has passed.
     *
     * @param nanos point in time on the clock of {@link System#nanoTime}
     * @throws InterruptedException if the thread is interrupted
     */
    public static void until(long nanos) throws InterruptedException {
        for (long left = nanos - System.nanoTime(); left > 0; left = nanos - System.nanoTime()) {
            LockSupport.parkNanos(left);
            if (Thread.interrupted()) throw new InterruptedException();
        }
    }
}
