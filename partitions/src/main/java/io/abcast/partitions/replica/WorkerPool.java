package io.abcast.partitions.replica;

import java.util.ArrayDeque;

/** The worker threads that execute the procedures of all replicas of a server. */
public final class WorkerPool implements AutoCloseable {
    private final Object lock = new Object();

    /** Guarded by {@link #lock}. The multicast bounds the transactions in progress, and so this queue. */
    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();

    private int idle;
    private boolean stopped;

    /** @param name prefix of the names of the worker threads: {@code NAME-1}, {@code NAME-2}, and so on */
    public WorkerPool(String name, int threads) {
        for (int i = 1; i <= threads; i++) {
            Thread thread = new Thread(this::run, name + "-" + i);
            thread.setDaemon(true);
            thread.start();
        }
    }

    private void run() {
        while (true) {
            Runnable task;
            synchronized (lock) {
                while ((task = tasks.pollFirst()) == null) {
                    if (stopped) return;
                    idle++;
                    try {
                        lock.wait();
                    } catch (InterruptedException e) {
                        return;
                    } finally {
                        idle--;
                    }
                }
            }
            task.run();
        }
    }

    /** Executes a task, which must not throw an exception, on a thread of this pool. */
    void execute(Runnable task) {
        synchronized (lock) {
            if (stopped) return;
            tasks.addLast(task);
            if (idle > 0) lock.notify();
        }
    }

    @Override
    public void close() {
        synchronized (lock) {
            stopped = true;
            tasks.clear();
            lock.notifyAll();
        }
    }
}
