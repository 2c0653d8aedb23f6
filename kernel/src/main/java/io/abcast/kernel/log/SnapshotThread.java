package io.abcast.kernel.log;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Writes snapshots beside the event loop: one at a time, one more may wait. The thread lives while there is work. */
final class SnapshotThread {
    private static final int WAITING_MAX = 1;

    private final ThreadPoolExecutor executor;
    private final Consumer<String> notes;

    SnapshotThread(int serverId, Consumer<String> notes) {
        this.notes = notes;
        executor =
                new ThreadPoolExecutor(
                        1,
                        1,
                        1,
                        TimeUnit.SECONDS,
                        new ArrayBlockingQueue<>(WAITING_MAX),
                        task -> {
                            Thread thread = new Thread(task, "abcast-snapshot-" + serverId);
                            thread.setDaemon(true);
                            return thread;
                        });
        executor.allowCoreThreadTimeOut(true);
    }

    /** @return false if too many wait already, or after {@link #shutDown}; the task is then dropped */
    boolean offer(Runnable task) {
        try {
            executor.execute(task);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    /** No more is taken. */
    void shutDown() {
        executor.shutdown();
    }

    /** Waits for what was taken before {@link #shutDown}. */
    void awaitEnd() {
        boolean interrupted = false;
        while (true) {
            try {
                if (executor.awaitTermination(1, TimeUnit.MINUTES)) break;
                notes.accept("close: waiting for a snapshot to be written");
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) Thread.currentThread().interrupt();
    }
}
