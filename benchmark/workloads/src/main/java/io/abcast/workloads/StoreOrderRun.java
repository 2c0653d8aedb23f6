package io.abcast.workloads;

import io.abcast.partitions.PartitionedStore;
import io.abcast.partitions.StoreDefinition;
import io.abcast.partitions.StoreDigest;
import io.abcast.partitions.StoreFigures;
import io.abcast.partitions.StoreOptions;
import io.abcast.partitions.StoreOutcome;
import io.abcast.partitions.order.LocalMulticast;
import io.abcast.partitions.rows.ByteHash;
import io.abcast.partitions.rows.FrozenRows;
import io.abcast.workloads.StoreWorkload.Call;
import io.abcast.workloads.StoreWorkload.Check;
import io.abcast.workloads.StoreWorkload.Checked;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Executes one order of transactions several times in one process, each time with a different number of worker threads.
 */
final class StoreOrderRun {
    private static final int WINDOW = 512;

    private final StoreWorkload workload;
    private final int partitions;
    private final int replicas;
    private final StoreDefinition definition;

    StoreOrderRun(StoreWorkload workload, int partitions, int replicas) {
        this.workload = workload;
        this.partitions = partitions;
        this.replicas = replicas;
        definition = SharedPopulation.of(workload.definition());
    }

    /** @param workers number of worker threads; 0 for the run that generated the order */
    record Result(
            int workers,
            double seconds,
            long committed,
            long aborted,
            long multis,
            List<Replica> replicas,
            List<Checked> conditions) {
        Result withoutRows() {
            List<Replica> less =
                    replicas.stream()
                            .map(
                                    each ->
                                            new Replica(
                                                    each.partition,
                                                    each.server,
                                                    each.digest,
                                                    each.deliveries,
                                                    null))
                            .toList();
            return new Result(workers, seconds, committed, aborted, multis, less, conditions);
        }

        long digest() {
            long digest = 0;
            for (Replica each : replicas) {
                if (each.server != 1) continue;
                digest = ByteHash.of(digest, each.digest.order());
                digest = ByteHash.of(digest, each.digest.writes());
            }
            return digest;
        }

        boolean holds() {
            return conditions.stream().allMatch(Checked::holds);
        }
    }

    /** @param rows rows of the replica; {@code null} if the rows were dropped */
    record Replica(
            String partition, int server, StoreDigest digest, long deliveries, FrozenRows rows) {
        String directory() {
            return partition + "-" + server;
        }
    }

    Result generate(long seed, int transactions, List<Call> calls)
            throws InterruptedException, ExecutionException {
        StoreWorkload.Generator generator = workload.generator(seed);
        try (Run run = new Run(0, 1)) {
            for (int i = 0; i < transactions; i++) {
                Call call = generator.next();
                PartitionedStore store = run.stores.get(0);
                byte[] arguments = store.prepare(call.procedure(), call.arguments()).get();
                Call completed = new Call(call.procedure(), arguments);
                calls.add(completed);
                run.outcome(completed, store.submit(call.procedure(), arguments).get());
            }
            return run.result();
        }
    }

    Result execute(List<Call> calls, int workers) throws InterruptedException, ExecutionException {
        try (Run run = new Run(workers, replicas)) {
            for (Call call : calls) run.submit(call);
            run.await();
            return run.result();
        }
    }

    private final class Run implements AutoCloseable {
        private final int workers;
        private final LocalMulticast multicast;
        private final List<PartitionedStore> stores = new ArrayList<>();
        private final Semaphore window = new Semaphore(WINDOW);
        private final AtomicReference<Throwable> failure = new AtomicReference<>();
        private final Check check = workload.check();
        private final long startedNanos;
        private long committed;
        private long aborted;
        private long multis;

        Run(int workers, int servers) {
            this.workers = workers;
            multicast =
                    LocalMulticast.of(
                            partitions, servers, new LocalMulticast.Settings(WINDOW, false));
            StoreOptions options = StoreOptions.DEFAULT.withWorkers(workers);
            for (int server = 1; server <= servers; server++)
                stores.add(PartitionedStore.start(multicast.at(server), definition, options));
            startedNanos = System.nanoTime();
        }

        void submit(Call call) throws InterruptedException, ExecutionException {
            window.acquire();
            throwFailure();
            stores.get(0)
                    .submit(call.procedure(), call.arguments())
                    .whenComplete(
                            (outcome, error) -> {
                                if (error == null) outcome(call, outcome);
                                else failure.compareAndSet(null, error);
                                window.release();
                            });
        }

        void await() throws InterruptedException, ExecutionException {
            window.acquire(WINDOW);
            throwFailure();
        }

        private void throwFailure() throws ExecutionException {
            Throwable error = failure.get();
            if (error != null) throw new ExecutionException(error);
        }

        synchronized void outcome(Call call, StoreOutcome outcome) {
            if (outcome.committed()) committed++;
            else aborted++;
            if (outcome.partitions().size() > 1) multis++;
            check.outcome(call, outcome);
        }

        Result result() throws InterruptedException, ExecutionException {
            double seconds = (System.nanoTime() - startedNanos) / 1e9;
            List<Replica> all = new ArrayList<>();
            List<FrozenRows> first = new ArrayList<>();
            for (int p = 0; p < partitions; p++) {
                String name = LocalMulticast.name(p, partitions);
                for (int i = 0; i < stores.size(); i++) {
                    PartitionedStore store = stores.get(i);
                    awaitExecuted(p, i + 1, multicast.last(p));
                    Replica replica =
                            new Replica(
                                    name,
                                    i + 1,
                                    store.digest(name).get(),
                                    multicast.last(p),
                                    store.rows(name).get());
                    all.add(replica);
                    if (i == 0) first.add(replica.rows);
                }
            }
            synchronized (this) {
                return new Result(
                        workers,
                        seconds,
                        committed,
                        aborted,
                        multis,
                        all,
                        check.conditions(first, true));
            }
        }

        /**
         * Slow replicas might miss transactions without this wait, because a transaction is answered when the first
         * replica has executed it.
         */
        private void awaitExecuted(int partition, int server, long seq)
                throws InterruptedException, ExecutionException {
            String name = LocalMulticast.name(partition, partitions);
            while (true) {
                Throwable halted = multicast.failure(partition, server);
                if (halted != null) throw new ExecutionException(halted);
                CompletableFuture<StoreFigures> figures = stores.get(server - 1).figures(name);
                try {
                    if (figures.get(1, TimeUnit.SECONDS).executed() == seq) return;
                    Thread.sleep(1);
                } catch (TimeoutException e) {
                    // Ignored: the replica is busy or has halted; the next iteration distinguishes
                    // both cases.
                }
            }
        }

        @Override
        public void close() {
            stores.forEach(PartitionedStore::close);
        }
    }
}
