package io.abcast.partitions;

import io.abcast.partitions.order.ReplicaPort;
import io.abcast.partitions.order.StoreOrder;
import io.abcast.partitions.replica.CallerLoop;
import io.abcast.partitions.replica.LoopThread;
import io.abcast.partitions.replica.ReplicaLoop;
import io.abcast.partitions.replica.StoreCall;
import io.abcast.partitions.replica.StoreReplica;
import io.abcast.partitions.replica.WorkerPool;
import io.abcast.partitions.rows.FrozenRows;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A transactional store whose rows are divided among partitions. A transaction is a call of a {@link Procedure}. An
 * atomic multicast orders each transaction in all partitions that store its rows, and all replicas of these partitions
 * execute it. The store needs no two-phase commit and has no deadlocks. Only the procedure itself can abort its
 * transaction.
 *
 * <pre>{@code
 * PartitionedStore store = PartitionedStore.start(order, definition, StoreOptions.DEFAULT);
 * StoreOutcome outcome = store.run("transfer", arguments).get();
 * }</pre>
 *
 * <p><b>Order:</b> if a caller has several transactions in flight at the same time, the store may execute them in any
 * order. A caller that needs an order waits for the outcome of one transaction before it submits the next transaction.
 *
 * <p><b>Thread rule:</b> Any thread may call any method of the store; no method blocks, except {@link #start}. Threads
 * of the store complete the futures of transactions, so code that runs on completion of a future must not block.
 */
public final class PartitionedStore implements AutoCloseable {
    private final StoreOrder order;
    private final StoreDefinition definition;
    private final StoreOptions options;
    private final StoreCaller caller;

    private final WorkerPool workers;

    private final CallerLoop callerLoop;

    private final Map<Integer, StoreReplica> replicas = new ConcurrentHashMap<>();

    private PartitionedStore(StoreOrder order, StoreDefinition definition, StoreOptions options) {
        this.order = order;
        this.definition = definition;
        this.options = options;
        caller =
                new StoreCaller(
                        definition,
                        order.partitions(),
                        options.staleRetriesMax(),
                        order::amcast,
                        this::queryHere);
        boolean inline = options.workers() == 0;
        callerLoop = inline ? new CallerLoop() : null;
        workers = inline ? null : new WorkerPool("abcast-worker", options.workers());
    }

    /** Starts the store of one server: the replicas of this server, and the access to all partitions. */
    public static PartitionedStore start(
            StoreOrder order, StoreDefinition definition, StoreOptions options) {
        PartitionedStore store = new PartitionedStore(order, definition, options);
        order.start(definition.text(), store::replica);
        return store;
    }

    private StoreReplica replica(int partition, ReplicaPort port) {
        String name = order.partitions().get(partition);
        ReplicaLoop loop =
                callerLoop != null
                        ? callerLoop
                        : new LoopThread("abcast-store-" + name + "-" + order.server());
        StoreReplica replica =
                new StoreReplica(
                        partition, order.server(), definition, options, port, loop, workers);
        replicas.put(partition, replica);
        return replica;
    }

    /**
     * Runs a procedure as a transaction. The future completes when all destinations (partitions with rows of the
     * transaction) have executed it. The future fails with {@link IllegalArgumentException} if the procedure is unknown
     * or declares no valid keys, and with exceptions of the multicast, such as {@code StoreBusyException}.
     *
     * @param arguments arguments of the procedure, which must not be changed after the call
     */
    public CompletableFuture<StoreOutcome> run(String procedure, byte[] arguments) {
        return caller.run(procedure, arguments);
    }

    /**
     * Runs the query that finds keys which do not follow from the arguments ({@link Procedure#finder}), and returns the
     * arguments with the found keys. Callers of {@link #run} need not call {@code prepare}. The future fails with
     * {@link IllegalArgumentException} if the query fails.
     */
    public CompletableFuture<byte[]> prepare(String procedure, byte[] arguments) {
        return caller.prepare(definition.procedure(procedure), arguments);
    }

    /** Submits a transaction whose arguments already contain all keys of its rows. */
    public CompletableFuture<StoreOutcome> submit(String procedure, byte[] arguments) {
        return caller.submit(definition.procedure(procedure), arguments);
    }

    /**
     * Runs a procedure that writes nothing and returns the procedure's answer. If one replica at this server has all
     * rows of the query, this replica alone executes it, and the answer may lack the newest transactions. If no such
     * replica exists, the store orders the query like a transaction. The future fails with {@link
     * IllegalArgumentException} if the procedure aborts.
     */
    public CompletableFuture<byte[]> query(String procedure, byte[] arguments) {
        return caller.query(procedure, arguments, this::queryHere);
    }

    /**
     * Runs a procedure that writes nothing, and returns an answer that includes the effects of all transactions that
     * any server answered before this call.
     */
    public CompletableFuture<byte[]> queryLinearizable(String procedure, byte[] arguments) {
        return caller.query(procedure, arguments, this::linearizeHere);
    }

    private CompletableFuture<StoreCall.Answer> queryHere(
            int partition, Procedure procedure, byte[] arguments) {
        StoreReplica replica = replicas.get(partition);
        return replica == null ? null : replica.query(procedure, arguments);
    }

    private CompletableFuture<StoreCall.Answer> linearizeHere(
            int partition, Procedure procedure, byte[] arguments) {
        StoreReplica replica = replicas.get(partition);
        if (replica == null) return null;
        return order.linearize(partition, () -> replica.query(procedure, arguments))
                .thenCompose(answer -> answer);
    }

    /**
     * Returns all rows of this server's replica of {@code partition}, after the transactions that this replica has
     * received so far.
     */
    public CompletableFuture<FrozenRows> rows(String partition) {
        return hosted(partition).rows();
    }

    /** Returns the digest of the transactions that this server's replica of {@code partition} has executed. */
    public CompletableFuture<StoreDigest> digest(String partition) {
        return hosted(partition).digest();
    }

    /** Returns the counters of this server's replica of {@code partition}. */
    public CompletableFuture<StoreFigures> figures(String partition) {
        return hosted(partition).figures();
    }

    private StoreReplica hosted(String partition) {
        StoreReplica replica = replicas.get(order.partitions().indexOf(partition));
        if (replica == null)
            throw new IllegalArgumentException(
                    "partition: expected one with a replica at server %d, got %s"
                            .formatted(order.server(), partition));
        return replica;
    }

    /** Stops the replicas of the store at this server. Callers of transactions in flight get no outcome. */
    @Override
    public void close() {
        replicas.values().forEach(StoreReplica::stop);
        if (workers != null) workers.close();
    }
}
