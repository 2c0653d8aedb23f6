package io.abcast.workloads.process;

import io.abcast.partitions.StoreOutcome;
import io.abcast.workloads.StoreWorkload.Call;
import io.abcast.workloads.StoreWorkload.Generator;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Clients of a store in this process, in a closed loop with one transaction in flight each. The class is thread-safe.
 */
final class StoreClients {
    private static final long PAUSE_MILLIS = 20;

    private final MeasuredStore store;
    private final Generator generator;
    private final int clients;
    private final long originNanos = System.nanoTime();

    /** If a completed future started the next call itself, the call stack would grow with each call. */
    private final ScheduledExecutorService caller =
            Executors.newSingleThreadScheduledExecutor(
                    task -> {
                        Thread thread = new Thread(task, "abcast-clients");
                        thread.setDaemon(true);
                        return thread;
                    });

    private final List<CallRecord> records = new ArrayList<>();
    private int busy;
    private boolean stops;

    StoreClients(MeasuredStore store, Generator generator, int clients) {
        this.store = store;
        this.generator = generator;
        this.clients = clients;
        synchronized (this) {
            busy = clients;
        }
        for (int i = 0; i < clients; i++) caller.execute(this::next);
    }

    private void next() {
        synchronized (this) {
            if (stops) {
                busy--;
                notifyAll();
                return;
            }
        }
        Call call = generator.next();
        long start = System.nanoTime();
        store.run(call.procedure(), call.arguments())
                .whenComplete((outcome, failure) -> ended(call, start, outcome, failure));
    }

    private void ended(Call call, long start, StoreOutcome outcome, Throwable failure) {
        long now = System.nanoTime();
        CallRecord record =
                new CallRecord(
                        call,
                        (start - originNanos) / 1000,
                        (now - start) / 1000,
                        outcome,
                        failure == null ? "" : failure.toString());
        synchronized (this) {
            records.add(record);
        }
        if (failure == null) caller.execute(this::next);
        else caller.schedule(this::next, PAUSE_MILLIS, TimeUnit.MILLISECONDS);
    }

    synchronized int ended() {
        return records.size();
    }

    /**
     * Waits for the ends of all transactions in flight.
     *
     * @return records of all transactions
     * @throws IllegalStateException if transactions are still in flight after {@code seconds} seconds
     */
    List<CallRecord> stop(long seconds) throws InterruptedException {
        long deadline = System.nanoTime() + seconds * 1_000_000_000;
        synchronized (this) {
            stops = true;
            while (busy > 0) {
                long left = (deadline - System.nanoTime()) / 1_000_000;
                if (left <= 0)
                    throw new IllegalStateException(
                            "%d of %d clients have no answer after %d s"
                                    .formatted(busy, clients, seconds));
                wait(left);
            }
        }
        caller.shutdown();
        return records;
    }
}
