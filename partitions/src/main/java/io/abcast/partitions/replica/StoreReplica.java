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
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/** A {@link ReplicaCore} with its loop and its workers. Any thread may call any method. */
public final class StoreReplica implements OrderedReplica {
    private final int partition;
    private final int server;
    private final StoreDefinition definition;
    private final StoreOptions options;
    private final ReplicaPort port;
    private final ReplicaLoop loop;

    /** Executes procedures; {@code null} if the loop executes them. */
    private final WorkerPool workers;

    /** The present state; {@code null} before the first {@link #restore}. The loop owns it. */
    private ReplicaCore core;

    /** @param workers {@code null} if the loop executes procedures */
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
        if (content == null) populate(tables);
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

    private void populate(RowTables tables) {
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

    /** Hands the tasks of one core to the workers, and their outcomes back to this core. */
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
                            // The rows may have a part of the task's writes.
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
     * Executes a procedure that writes nothing, at this replica only, after all deliveries so far. The future fails with
     * {@link AbortException} if the query is refused.
     */
    public CompletableFuture<StoreCall.Answer> query(Procedure procedure, byte[] arguments) {
        CompletableFuture<StoreCall.Answer> future = new CompletableFuture<>();
        loop.post(
                () -> {
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
                        future.completeExceptionally(e);
                    }
                });
        return future;
    }

    /** The rows after all deliveries so far. The future fails if a snapshot is being taken. */
    public CompletableFuture<FrozenRows> rows() {
        CompletableFuture<FrozenRows> future = new CompletableFuture<>();
        loop.post(
                () -> {
                    try {
                        core.freeze(frozen -> future.complete(frozen.rows()));
                    } catch (IllegalStateException e) {
                        future.completeExceptionally(e);
                    }
                });
        return future;
    }

    public CompletableFuture<StoreFigures> figures() {
        return ask(ReplicaCore::figures);
    }

    /** The digest of all deliveries that are executed. */
    public CompletableFuture<StoreDigest> digest() {
        return ask(ReplicaCore::digest);
    }

    private <T> CompletableFuture<T> ask(Function<ReplicaCore, T> question) {
        CompletableFuture<T> future = new CompletableFuture<>();
        loop.post(() -> future.complete(question.apply(core)));
        return future;
    }

    @Override
    public void stop() {
        loop.stop();
    }
}
