package io.abcast.log;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Runs {@link SideWork} on a separate thread, which exists only while there is work. */
final class SideThread implements SideWork {
    private static final int WAITING_MAX = 1;

    private final ThreadPoolExecutor executor;
    private final String doing;
    private final Consumer<String> notes;

    SideThread(String name, String doing, Consumer<String> notes) {
        this.doing = doing;
        this.notes = notes;
        executor =
                new ThreadPoolExecutor(
                        1,
                        1,
                        1,
                        TimeUnit.SECONDS,
                        new ArrayBlockingQueue<>(WAITING_MAX),
                        task -> {
                            Thread thread = new Thread(task, name);
                            thread.setDaemon(true);
                            return thread;
                        });
        executor.allowCoreThreadTimeOut(true);
    }

    static SideThread forSnapshots(int serverId, Consumer<String> notes) {
        return new SideThread("abcast-snapshot-" + serverId, "a snapshot to be written", notes);
    }

    @Override
    public boolean offer(Runnable task) {
        try {
            executor.execute(task);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    @Override
    public void shutDown() {
        executor.shutdown();
    }

    @Override
    public void awaitEnd() {
        boolean interrupted = false;
        while (true) {
            try {
                if (executor.awaitTermination(1, TimeUnit.MINUTES)) break;
                notes.accept("close: waiting for " + doing);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) Thread.currentThread().interrupt();
    }
}
