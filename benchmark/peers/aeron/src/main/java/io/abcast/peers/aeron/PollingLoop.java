package io.abcast.peers.aeron;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

/**
 * One thread that polls an Aeron client and runs tasks between the polls, so that requests and replies need no
 * hand-over between threads. Without work, the thread waits by the idle strategy of Aeron's agents.
 */
final class PollingLoop extends AbstractExecutorService implements ScheduledExecutorService {
    interface Poller {
        /** @return amount of work that the poll did; 0 if the thread may idle */
        int poll();
    }

    private record Timed(long dueNanos, long number, Runnable task) implements Comparable<Timed> {
        @Override
        public int compareTo(Timed other) {
            int byTime = Long.compare(dueNanos - other.dueNanos, 0);
            return byTime != 0 ? byTime : Long.compare(number, other.number);
        }
    }

    private final ConcurrentLinkedQueue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final PriorityQueue<Timed> timed = new PriorityQueue<>();
    private final List<Poller> pollers = new ArrayList<>();
    private final Thread thread = new Thread(this::run, "load");
    private long scheduled;
    private volatile boolean stopped;

    PollingLoop() {
        thread.setDaemon(true);
        thread.start();
    }

    /** Any thread may call this method. */
    void add(Poller poller) {
        execute(() -> pollers.add(poller));
    }

    private void run() {
        IdleStrategy idle = new BackoffIdleStrategy();
        while (!stopped) {
            int work = runTasks();
            for (Poller poller : pollers) work += poller.poll();
            idle.idle(work);
        }
    }

    private int runTasks() {
        int done = 0;
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
            done++;
        }
        while (!timed.isEmpty() && timed.peek().dueNanos - System.nanoTime() <= 0) {
            timed.poll().task.run();
            done++;
        }
        return done;
    }

    @Override
    public void execute(Runnable task) {
        if (stopped) throw new RejectedExecutionException("stopped");
        tasks.add(task);
    }

    /** Returns {@code null}, because no caller uses the future. */
    @Override
    public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
        long due = System.nanoTime() + unit.toNanos(delay);
        if (Thread.currentThread() == thread) timed.add(new Timed(due, scheduled++, task));
        else execute(() -> timed.add(new Timed(due, scheduled++, task)));
        return null;
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> task, long delay, TimeUnit unit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(
            Runnable task, long initialDelay, long period, TimeUnit unit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(
            Runnable task, long initialDelay, long delay, TimeUnit unit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void shutdown() {
        stopped = true;
    }

    @Override
    public List<Runnable> shutdownNow() {
        stopped = true;
        return List.of();
    }

    @Override
    public boolean isShutdown() {
        return stopped;
    }

    @Override
    public boolean isTerminated() {
        return stopped && !thread.isAlive();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        thread.join(Math.max(1, unit.toMillis(timeout)));
        return !thread.isAlive();
    }
}
