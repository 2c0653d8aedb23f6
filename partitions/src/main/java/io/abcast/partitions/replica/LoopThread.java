package io.abcast.partitions.replica;

import java.util.ArrayDeque;
import java.util.function.Consumer;

/**
 * An event loop of one replica with its own thread. Because only the loop's thread requests locks, transactions lock
 * rows in the order of delivery.
 */
public final class LoopThread implements ReplicaLoop {
    private static final long TICK_NANOS = 20_000_000;
    private static final long TICK_MILLIS = 20;

    private static final int EVENTS_MAX = 100_000;

    private final String name;
    private final Object lock = new Object();

    private ArrayDeque<Runnable> inbox = new ArrayDeque<>();

    private boolean sleeps;
    private boolean stopped;

    /** @param name name of the loop's thread */
    public LoopThread(String name) {
        this.name = name;
    }

    @Override
    public void start(Runnable tick, Consumer<Throwable> failed) {
        Thread thread =
                new Thread(
                        () -> {
                            try {
                                run(tick);
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            } catch (Throwable e) {
                                stop();
                                failed.accept(e);
                            }
                        },
                        name);
        thread.setDaemon(true);
        thread.start();
    }

    private void run(Runnable tick) throws InterruptedException {
        ArrayDeque<Runnable> batch = new ArrayDeque<>();
        tick.run();
        long ticked = System.nanoTime();
        while (true) {
            synchronized (lock) {
                while (inbox.isEmpty() && !stopped && System.nanoTime() - ticked < TICK_NANOS) {
                    sleeps = true;
                    lock.wait(TICK_MILLIS);
                    sleeps = false;
                }
                if (stopped) return;
                ArrayDeque<Runnable> empty = batch;
                batch = inbox;
                inbox = empty;
            }
            for (Runnable event; (event = batch.pollFirst()) != null; ) event.run();
            long now = System.nanoTime();
            if (now - ticked < TICK_NANOS) continue;
            tick.run();
            ticked = now;
        }
    }

    @Override
    public void offer(Runnable event) {
        synchronized (lock) {
            if (inbox.size() < EVENTS_MAX) post(event);
        }
    }

    @Override
    public void post(Runnable event) {
        synchronized (lock) {
            if (stopped) return;
            inbox.addLast(event);
            if (sleeps) lock.notify();
        }
    }

    @Override
    public void stop() {
        synchronized (lock) {
            stopped = true;
            inbox.clear();
            lock.notify();
        }
    }
}
