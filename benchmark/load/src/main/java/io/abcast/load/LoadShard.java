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
 * A group of virtual clients that run on one executor, without threads or locks of their own.
 *
 * <p><b>Thread rule:</b> all methods run on the single thread of the executor, except {@link #poll}, which another
 * thread calls.
 */
final class LoadShard {
    /**
     * Bounds the memory of an open loop: a request that is due while so many are in flight is not sent, and counts as
     * unsent.
     */
    static final int IN_FLIGHT_MAX = 65_536;

    /** Without this wait, a client would send requests in a tight loop to a server that refuses them. */
    private static final int BACKOFF_MILLIS = 10;

    private static final int RAMP_MILLIS = 20;

    private final LoadSpec spec;
    private final Target target;
    private final ScheduledExecutorService executor;
    private final LongSupplier nanoTime;
    private final SplittableRandom random;

    private final PartitionedKeys partitioned;

    private final Operation inFlight = new Operation(this, -1);

    private int inFlightCount;

    private long ownKeys;

    /** In a closed loop, clients with this number or a higher one have ended; clients are numbered from 0. */
    private int clients;

    private boolean stopped;
    private CompletableFuture<Void> drained;

    private final SingleWriterRecorder singleLatency = Histograms.recorder();
    private final SingleWriterRecorder multiLatency = Histograms.recorder();
    private final AtomicLong writes = new AtomicLong();
    private final AtomicLong reads = new AtomicLong();
    private final AtomicLongArray errors = new AtomicLongArray(RequestOutcome.values().length);
    private final AtomicLong unanswered = new AtomicLong();
    private final AtomicLong unsent = new AtomicLong();
    private final AtomicLong lagMicrosMax = new AtomicLong();
    private Histogram singleInterval;
    private Histogram multiInterval;

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
        PartitionLoad spread = spec.spread();
        partitioned =
                spread.wanted()
                        ? new PartitionedKeys(
                                spread,
                                spec.keys(),
                                key -> target.partitionOf(key, spread.partitions()))
                        : null;
        clients = spec.clients();
        inFlight.next = inFlight;
        inFlight.previous = inFlight;
    }

    ScheduledExecutorService executor() {
        return executor;
    }

    void startClients() {
        int spread = Math.max(RAMP_MILLIS, spec.waitMaxMillis());
        for (int i = 0; i < spec.clients(); i++) {
            Operation client = new Operation(this, i);
            later(client, random.nextInt(spread));
        }
    }

    void sendDue(long dueNanos, double gap, int count) {
        long now = nanoTime.getAsLong();
        raise(lagMicrosMax, Histograms.clampedMicros(now - dueNanos));
        for (int i = 0; i < count; i++) {
            if (stopped) return;
            if (inFlightCount >= IN_FLIGHT_MAX) {
                unsent.lazySet(unsent.get() + 1);
                continue;
            }
            Operation operation = new Operation(this, random.nextInt(Integer.MAX_VALUE));
            send(operation, dueNanos + (long) (i * gap));
        }
    }

    /** Each client with a number from {@code clientsKept} on ends when its request in flight has been answered. */
    void keep(int clientsKept) {
        clients = Math.min(clients, clientsKept);
    }

    private void begin(Operation client) {
        if (!stopped && client.client() < clients) send(client, nanoTime.getAsLong());
    }

    private void send(Operation operation, long dueNanos) {
        operation.dueNanos = dueNanos;
        operation.write = spec.writePercent() == 100 || random.nextInt(100) < spec.writePercent();
        if (partitioned != null) partitioned.draw(operation, random);
        else operation.key = key(operation.write);
        link(operation);
        target.send(operation);
    }

    private int key(boolean write) {
        Conflicts conflicts = spec.conflicts();
        if (!write || !conflicts.wanted()) return random.nextInt(spec.keys());
        return random.nextInt(100) < conflicts.percent()
                ? Conflicts.SHARED_KEY
                : conflicts.own(ownKeys++);
    }

    void completed(Operation operation, RequestOutcome code) {
        // The request is no longer in the list of requests in flight: {@code finish} has counted it
        // as unanswered.
        if (operation.next == null) return;
        unlink(operation);
        // NOT_FOUND is no error, because a missing key is a valid answer.
        boolean good = !code.error();
        if (good) {
            AtomicLong counter = operation.write ? writes : reads;
            counter.lazySet(counter.get() + 1);
            record(operation);
        } else {
            errors.lazySet(code.ordinal(), errors.get(code.ordinal()) + 1);
        }
        if (stopped) {
            if (inFlightCount == 0) drained.complete(null);
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
        long micros = Histograms.clampedMicros(nanoTime.getAsLong() - operation.dueNanos);
        (operation.keys == null ? singleLatency : multiLatency).recordValue(micros);
    }

    private void later(Operation client, int millis) {
        executor.schedule(() -> begin(client), millis, TimeUnit.MILLISECONDS);
    }

    CompletableFuture<Void> stop() {
        CompletableFuture<Void> done = new CompletableFuture<>();
        executor.execute(
                () -> {
                    stopped = true;
                    drained = done;
                    if (inFlightCount == 0) done.complete(null);
                });
        return done;
    }

    /** Gives up the requests in flight: each counts as unanswered, with its present age as its latency. */
    CompletableFuture<Void> finish() {
        return CompletableFuture.runAsync(
                () -> {
                    while (inFlight.next != inFlight) {
                        Operation operation = inFlight.next;
                        unlink(operation);
                        unanswered.lazySet(unanswered.get() + 1);
                        record(operation);
                    }
                    target.close();
                },
                executor);
    }

    LoadFigures poll() {
        singleInterval = singleLatency.getIntervalHistogram(singleInterval);
        multiInterval = multiLatency.getIntervalHistogram(multiInterval);
        Histogram all = singleInterval.copy();
        all.add(multiInterval);
        long[] errorCounts = new long[errors.length()];
        for (int i = 0; i < errorCounts.length; i++) errorCounts[i] = errors.get(i);
        return new LoadFigures(
                writes.get(),
                reads.get(),
                errorCounts,
                unanswered.get(),
                unsent.get(),
                lagMicrosMax.getAndSet(0),
                all,
                multiInterval.copy());
    }

    private static void raise(AtomicLong max, long value) {
        if (value > max.get()) max.set(value);
    }

    private void link(Operation operation) {
        operation.next = inFlight;
        operation.previous = inFlight.previous;
        inFlight.previous.next = operation;
        inFlight.previous = operation;
        inFlightCount++;
    }

    private void unlink(Operation operation) {
        operation.previous.next = operation.next;
        operation.next.previous = operation.previous;
        operation.next = null;
        operation.previous = null;
        inFlightCount--;
    }
}
