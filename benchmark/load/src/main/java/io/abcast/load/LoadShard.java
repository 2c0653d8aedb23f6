package io.abcast.load;

import io.abcast.command.figures.Histograms;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;

/**
 * Some virtual clients on one executor, without a thread or a lock of their own.
 *
 * <p><b>Thread rule:</b> everything runs on the executor, one thread; {@link #poll} is called by another.
 */
final class LoadShard {
    /** Open loop: requests under way; more are counted as unsent. */
    static final int UNDER_WAY_MAX = 65_536;

    /** After an error a client waits this long: a server that refuses must not be asked in a tight loop. */
    private static final int BACKOFF_MILLIS = 10;

    private static final int RAMP_MILLIS = 20;

    private final LoadSpec spec;
    private final Target target;
    private final ScheduledExecutorService executor;
    private final LongSupplier nanoTime;
    private final SplittableRandom random;

    /** Head of the ring of requests under way. */
    private final Operation underWay = new Operation(this, -1);

    private int underWayCount;

    /** Closed loop: clients with higher numbers have ended. */
    private int clients;

    private boolean stopped;
    private CompletableFuture<Void> drained;

    private final SingleWriterRecorder latency = Histograms.recorder();
    private final AtomicLong writes = new AtomicLong();
    private final AtomicLong reads = new AtomicLong();
    private final AtomicLongArray errors = new AtomicLongArray(RequestOutcome.values().length);
    private final AtomicLong unanswered = new AtomicLong();
    private final AtomicLong unsent = new AtomicLong();
    private final AtomicLong lagMicrosMax = new AtomicLong();
    private Histogram interval;

    LoadShard(
            LoadSpec spec,
            Target target,
            ScheduledExecutorService executor,
            LongSupplier nanoTime) {
        this.spec = spec;
        this.target = target;
        this.executor = executor;
        this.nanoTime = nanoTime;
        random = new SplittableRandom(spec.seed());
        clients = spec.clients();
        underWay.next = underWay;
        underWay.previous = underWay;
    }

    ScheduledExecutorService executor() {
        return executor;
    }

    /** Closed loop: lets the clients begin, spread over their think time. */
    void startClients() {
        int spread = Math.max(RAMP_MILLIS, spec.waitMaxMillis());
        for (int i = 0; i < spec.clients(); i++) {
            Operation client = new Operation(this, i);
            later(client, random.nextInt(spread));
        }
    }

    /** Open loop: sends {@code count} requests, the first due at {@code dueNanos}, then each {@code gap} later. */
    void sendDue(long dueNanos, double gap, int count) {
        long now = nanoTime.getAsLong();
        raise(lagMicrosMax, Histograms.clampedMicros(now - dueNanos));
        for (int i = 0; i < count; i++) {
            if (stopped) return;
            if (underWayCount >= UNDER_WAY_MAX) {
                unsent.lazySet(unsent.get() + 1);
                continue;
            }
            Operation operation = new Operation(this, random.nextInt(Integer.MAX_VALUE));
            send(operation, dueNanos + (long) (i * gap));
        }
    }

    /** Closed loop: the clients beyond the first so many end, each after its reply. */
    void keep(int clientsKept) {
        clients = Math.min(clients, clientsKept);
    }

    private void begin(Operation client) {
        if (!stopped && client.client() < clients) send(client, nanoTime.getAsLong());
    }

    private void send(Operation operation, long dueNanos) {
        operation.dueNanos = dueNanos;
        operation.write = spec.writePercent() == 100 || random.nextInt(100) < spec.writePercent();
        operation.key = random.nextInt(spec.keys());
        link(operation);
        target.send(operation);
    }

    void completed(Operation operation, RequestOutcome code) {
        // Given up by finish(): it has been counted.
        if (operation.next == null) return;
        unlink(operation);
        // A key that nobody has written yet is an answer.
        boolean good = !code.error();
        if (good) {
            AtomicLong counter = operation.write ? writes : reads;
            counter.lazySet(counter.get() + 1);
            record(operation);
        } else {
            errors.lazySet(code.ordinal(), errors.get(code.ordinal()) + 1);
        }
        if (stopped) {
            if (underWayCount == 0) drained.complete(null);
        } else if (!spec.open()) {
            int think =
                    spec.waitMinMillis() == spec.waitMaxMillis()
                            ? spec.waitMinMillis()
                            : random.nextInt(spec.waitMinMillis(), spec.waitMaxMillis() + 1);
            if (!good) think = Math.max(think, BACKOFF_MILLIS);
            if (think == 0) begin(operation);
            else later(operation, think);
        }
    }

    private void record(Operation operation) {
        latency.recordValue(Histograms.clampedMicros(nanoTime.getAsLong() - operation.dueNanos));
    }

    private void later(Operation client, int millis) {
        executor.schedule(() -> begin(client), millis, TimeUnit.MILLISECONDS);
    }

    /** Sends no more. @return completed when nothing is under way */
    CompletableFuture<Void> stop() {
        CompletableFuture<Void> done = new CompletableFuture<>();
        executor.execute(
                () -> {
                    stopped = true;
                    drained = done;
                    if (underWayCount == 0) done.complete(null);
                });
        return done;
    }

    /** Gives up what is still under way; it counts with the age that it has. */
    CompletableFuture<Void> finish() {
        return CompletableFuture.runAsync(
                () -> {
                    while (underWay.next != underWay) {
                        Operation operation = underWay.next;
                        unlink(operation);
                        unanswered.lazySet(unanswered.get() + 1);
                        record(operation);
                    }
                    target.close();
                },
                executor);
    }

    LoadFigures poll() {
        interval = latency.getIntervalHistogram(interval);
        long[] errorCounts = new long[errors.length()];
        for (int i = 0; i < errorCounts.length; i++) errorCounts[i] = errors.get(i);
        return new LoadFigures(
                writes.get(),
                reads.get(),
                errorCounts,
                unanswered.get(),
                unsent.get(),
                lagMicrosMax.getAndSet(0),
                interval.copy());
    }

    private static void raise(AtomicLong max, long value) {
        if (value > max.get()) max.set(value);
    }

    private void link(Operation operation) {
        operation.next = underWay;
        operation.previous = underWay.previous;
        underWay.previous.next = operation;
        underWay.previous = operation;
        underWayCount++;
    }

    private void unlink(Operation operation) {
        operation.previous.next = operation.next;
        operation.next.previous = operation.previous;
        operation.next = null;
        operation.previous = null;
        underWayCount--;
    }
}
