package io.abcast.load;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;

/**
 * The load that the virtual clients of this process put on servers, with one shard (group of clients) per executor. In
 * an open loop, the pacer thread triggers the requests when they are due.
 */
public final class LoadEngine implements ShrinkableLoad {
    private static final long DRAIN_MILLIS = 3_000;

    /**
     * Shortest sleep in ns of the pacer thread, which triggers due requests; it limits how often the pacer wakes the
     * groups of clients.
     */
    private static final long PACE_NANOS = 200_000;

    private static final long PACE_NANOS_MAX = 1_000_000_000;

    private static final int DUE_AT_ONCE_MAX = 10_000;

    private final LoadSpec spec;
    private final List<LoadShard> shards = new ArrayList<>();
    private volatile boolean pacing;
    private Thread pacer;
    private LoadFigures before = LoadFigures.none();

    /**
     * @param targets makes the target (destination of requests) of a shard (group of clients); its argument is the
     *     executor of the shard
     */
    public LoadEngine(
            LoadSpec spec,
            List<? extends ScheduledExecutorService> executors,
            BiFunction<ScheduledExecutorService, LoadSpec, Target> targets) {
        this.spec = spec;
        int parts = Math.min(executors.size(), spec.clients());
        for (int i = 0; i < parts; i++) {
            LoadSpec part = spec.part(i, parts);
            ScheduledExecutorService executor = executors.get(i);
            Target target = targets.apply(executor, part);
            shards.add(new LoadShard(part, target, executor, System::nanoTime));
        }
    }

    @Override
    public void start() {
        if (spec.open()) {
            pacing = true;
            pacer = new Thread(this::pace, "load-pacer");
            pacer.setDaemon(true);
            pacer.start();
        } else {
            for (LoadShard shard : shards) shard.executor().execute(shard::startClients);
        }
    }

    private void pace() {
        List<OpenSchedule> schedules = new ArrayList<>();
        long start = System.nanoTime();
        RateSchedule share = spec.rate().share(shards.size());
        // Start the shards at different fractions of the gap between two requests, so that the
        // requests of all shards are evenly spaced.
        for (int i = 0; i < shards.size(); i++)
            schedules.add(new OpenSchedule(start, share, (double) i / shards.size()));
        while (pacing) {
            double next = System.nanoTime() + (double) PACE_NANOS_MAX;
            for (int i = 0; i < shards.size(); i++) {
                OpenSchedule schedule = schedules.get(i);
                int count = schedule.take(System.nanoTime(), DUE_AT_ONCE_MAX);
                if (count > 0)
                    sendDue(shards.get(i), (long) schedule.dueNanos(), schedule.gapNanos(), count);
                next = Math.min(next, schedule.nextNanos());
            }
            LockSupport.parkNanos(Math.max(PACE_NANOS, (long) next - System.nanoTime()));
        }
    }

    @Override
    public void keep(int clients) {
        for (int i = 0; i < shards.size(); i++) {
            LoadShard shard = shards.get(i);
            int kept = LoadSpec.share(clients, i, shards.size());
            shard.executor().execute(() -> shard.keep(kept));
        }
    }

    private static void sendDue(LoadShard shard, long due, double gap, int count) {
        shard.executor().execute(() -> shard.sendDue(due, gap, count));
    }

    @Override
    public LoadFigures poll() {
        LoadFigures now = LoadFigures.none();
        for (LoadShard shard : shards) now = now.plus(shard.poll());
        long[] errors = now.errors().clone();
        for (int i = 0; i < errors.length; i++) errors[i] -= before.errors()[i];
        LoadFigures since =
                new LoadFigures(
                        now.writes() - before.writes(),
                        now.reads() - before.reads(),
                        errors,
                        now.unanswered() - before.unanswered(),
                        now.unsent() - before.unsent(),
                        now.lagMicrosMax(),
                        now.latency(),
                        now.multiLatency());
        before = now;
        return since;
    }

    @Override
    public LoadFigures stop() {
        pacing = false;
        if (pacer != null) LockSupport.unpark(pacer);
        CompletableFuture<?>[] drained =
                shards.stream().map(LoadShard::stop).toArray(CompletableFuture[]::new);
        await(CompletableFuture.allOf(drained));
        CompletableFuture<?>[] finished =
                shards.stream().map(LoadShard::finish).toArray(CompletableFuture[]::new);
        await(CompletableFuture.allOf(finished));
        return poll();
    }

    private static void await(CompletableFuture<Void> all) {
        try {
            all.get(DRAIN_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            // Requests that are still in flight are given up below, and count as unanswered.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }
}
