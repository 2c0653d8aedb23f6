package io.abcast.partitions.replica;

import io.abcast.kernel.GroupDelivery;
import io.abcast.log.Storage;
import io.abcast.partitions.AbortException;
import io.abcast.partitions.Population;
import io.abcast.partitions.Procedure;
import io.abcast.partitions.RowKey;
import io.abcast.partitions.StoreDefinition;
import io.abcast.partitions.StoreDigest;
import io.abcast.partitions.StoreFigures;
import io.abcast.partitions.StoreOptions;
import io.abcast.partitions.order.OrderedReplica;
import io.abcast.partitions.order.ReplicaPort;
import io.abcast.partitions.rows.FrozenRows;
import io.abcast.partitions.rows.RowTables;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A replica of a store: a {@link ReplicaCore} together with its event loop and its worker threads. Any thread may call
 * any method of a {@code StoreReplica}.
 */
public final class StoreReplica implements OrderedReplica {
    private final int partition;
    private final int server;
    private final StoreDefinition definition;
    private final StoreOptions options;
    private final ReplicaPort port;
    private final ReplicaLoop loop;

    private final WorkerPool workers;

    private final Set<CompletableFuture<?>> open = ConcurrentHashMap.newKeySet();

    private volatile boolean stopped;

    /**
     * The present state of this replica; {@code null} before the first {@link #restore}. Only the event loop uses the
     * field.
     */
    private ReplicaCore core;

    /** @param workers the threads that execute procedures; {@code null} if the event loop executes procedures */
    public StoreReplica(
            int partition,
            int server,
            StoreDefinition definition,
            StoreOptions options,
            ReplicaPort port,
            ReplicaLoop loop,
            WorkerPool workers) {
        this.partition = partition;
        this.server = server;
        this.definition = definition;
        this.options = options;
        this.port = port;
        this.loop = loop;
        this.workers = workers;
        loop.start(this::tick, port::halt);
    }

    private void tick() {
        if (core != null) core.onTime(System.nanoTime());
    }

    @Override
    public void restore(InputStream content) throws IOException {
        RowTables tables = new RowTables(definition.tables());
        StoreSnapshot snapshot = null;
        if (content == null) populate(partition, definition, tables);
        else snapshot = StoreSnapshot.read(content, definition, tables);
        Workers to = new Workers();
        ReplicaCore next =
                new ReplicaCore(partition, server, definition, options, tables, port, to);
        to.core = next;
        if (snapshot != null)
            next.restored(
                    snapshot.seq(), snapshot.lastMulti(), snapshot.digest(), snapshot.retained());
        loop.post(
                () -> {
                    if (core != null) core.stop();
                    core = next;
                    core.onTime(System.nanoTime());
                });
    }

    static void populate(int partition, StoreDefinition definition, RowTables tables) {
        Population.Sink sink =
                (RowKey key, byte[] row) -> {
                    int home = definition.homeOf(key);
                    if (home != partition && home != StoreDefinition.EVERYWHERE)
                        throw new IllegalStateException(
                                "population: expected rows of partition %d, got key %s of partition %d"
                                        .formatted(partition, definition.show(key), home));
                    tables.load(key, row);
                };
        definition.population().populate(partition, sink);
    }

    private final class Workers implements ReplicaCore.Workers {
        private ReplicaCore core;

        @Override
        public void execute(TransactionTask task) {
            if (workers == null) {
                loop.post(
                        () -> {
                            task.execute();
                            core.onExecuted(task);
                        });
                return;
            }
            workers.execute(
                    () -> {
                        try {
                            task.execute();
                            loop.post(() -> core.onExecuted(task));
                        } catch (Throwable e) {
                            // A part of the failed task's writes may be applied, so the replica
                            // must halt.
                            port.halt(e);
                        }
                    });
        }
    }

    @Override
    public void deliver(GroupDelivery delivery) {
        loop.post(() -> core.deliver(delivery));
    }

    @Override
    public void onMessage(int fromPartition, int fromServer, byte[] message) {
        loop.offer(
                () -> {
                    if (core != null) core.onMessage(fromPartition, fromServer, message);
                });
    }

    @Override
    public void snapshot(Consumer<Storage.SnapshotWriter> ready) {
        loop.post(
                () ->
                        core.freeze(
                                frozen ->
                                        ready.accept(
                                                out ->
                                                        StoreSnapshot.write(
                                                                frozen, definition, out))));
    }

    @Override
    public void onSnapshotDurable(long seq) {
        loop.post(() -> core.onSnapshotDurable(seq));
    }

    @Override
    public void onDigest(long seq, StoreDigest agreed) {
        loop.post(() -> core.onDigest(seq, agreed));
    }

    /**
     * Executes a procedure that writes nothing, only at this replica, after all earlier deliveries. The future fails
     * with {@link IllegalArgumentException} if this replica refuses the query.
     */
    public CompletableFuture<StoreCall.Answer> query(Procedure procedure, byte[] arguments) {
        CompletableFuture<StoreCall.Answer> future = open();
        loop.post(
                () -> {
                    if (!hasState(future)) return;
                    try {
                        core.query(
                                procedure,
                                arguments,
                                task ->
                                        future.complete(
                                                new StoreCall.Answer(
                                                        task.status(),
                                                        task.reason(),
                                                        task.answer())));
                    } catch (AbortException e) {
                        future.completeExceptionally(
                                new IllegalArgumentException(e.getMessage(), e));
                    }
                });
        return future;
    }

    /**
     * Returns a consistent copy of this replica's rows, which includes all earlier deliveries and possibly later
     * deliveries.
     */
    public CompletableFuture<FrozenRows> rows() {
        CompletableFuture<FrozenRows> future = open();
        loop.post(
                () -> {
                    if (!hasState(future)) return;
                    try {
                        core.rows(future::complete);
                    } catch (IllegalStateException e) {
                        future.completeExceptionally(e);
                    }
                });
        return future;
    }

    public CompletableFuture<StoreFigures> figures() {
        return ask(ReplicaCore::figures);
    }

    /**
     * Returns the digest over all deliveries to this replica, without the outcomes of transactions that this replica
     * has not executed yet.
     */
    public CompletableFuture<StoreDigest> digest() {
        return ask(ReplicaCore::digest);
    }

    private <T> CompletableFuture<T> ask(Function<ReplicaCore, T> question) {
        CompletableFuture<T> future = open();
        loop.post(
                () -> {
                    if (hasState(future)) future.complete(question.apply(core));
                });
        return future;
    }

    /**
     * Whether this replica has a state; if false, because it fetches a snapshot, the method fails the future {@code
     * asking}.
     */
    private boolean hasState(CompletableFuture<?> asking) {
        if (core != null) return true;
        asking.completeExceptionally(
                new IllegalStateException(
                        "the replica of partition %d at server %d has no state yet"
                                .formatted(partition, server)));
        return false;
    }

    @SuppressWarnings("CollectionUndefinedEquality") // futures are compared by identity
    private <T> CompletableFuture<T> open() {
        CompletableFuture<T> future = new CompletableFuture<>();
        open.add(future);
        future.whenComplete((value, error) -> open.remove(future));
        if (stopped) fail(future);
        return future;
    }

    private void fail(CompletableFuture<?> future) {
        future.completeExceptionally(
                new IllegalStateException(
                        "the replica of partition %d at server %d has stopped"
                                .formatted(partition, server)));
    }

    @Override
    public void stop() {
        stopped = true;
        loop.stop();
        List.copyOf(open).forEach(this::fail);
    }
}
