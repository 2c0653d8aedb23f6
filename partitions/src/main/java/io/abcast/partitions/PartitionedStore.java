package io.abcast.partitions;

import io.abcast.kernel.GroupAnswers;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.partitions.order.ReplicaPort;
import io.abcast.partitions.order.StoreOrder;
import io.abcast.partitions.replica.CallerLoop;
import io.abcast.partitions.replica.KeyDeclaration;
import io.abcast.partitions.replica.LoopThread;
import io.abcast.partitions.replica.ReplicaLoop;
import io.abcast.partitions.replica.StoreCall;
import io.abcast.partitions.replica.StoreReplica;
import io.abcast.partitions.replica.WorkerPool;
import io.abcast.partitions.rows.FrozenRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A transactional store whose rows are divided among partitions. A transaction is a call of a {@link Procedure}. The
 * multicast orders it in all partitions of its keys, and all replicas of these partitions execute it. There is no
 * two-phase commit, no deadlock, and no abort except those that procedures decide.
 *
 * <pre>{@code
 * PartitionedStore store = PartitionedStore.start(order, definition, StoreOptions.DEFAULT);
 * StoreOutcome outcome = store.run("transfer", arguments).get();
 * }</pre>
 *
 * <p><b>Order:</b> transactions that a caller has in flight together have no promised order. A caller that needs an
 * order waits for the outcome before it submits the next one.
 *
 * <p><b>Thread rule:</b> any thread may call any method; no method blocks, except {@link #start}. Threads of the store
 * complete the futures, so code that runs there must not block.
 */
public final class PartitionedStore implements AutoCloseable {
    private final StoreOrder order;
    private final StoreDefinition definition;
    private final StoreOptions options;

    /** Executes procedures; {@code null} if the loops do. */
    private final WorkerPool workers;

    /** The loop of all replicas, if the callers' threads run it; otherwise {@code null}. */
    private final CallerLoop callerLoop;

    /** The newest replica of each partition at this server. */
    private final Map<Integer, StoreReplica> replicas = new ConcurrentHashMap<>();

    private PartitionedStore(StoreOrder order, StoreDefinition definition, StoreOptions options) {
        this.order = order;
        this.definition = definition;
        this.options = options;
        boolean inline = options.workers() == 0;
        callerLoop = inline ? new CallerLoop() : null;
        workers = inline ? null : new WorkerPool("abcast-worker", options.workers());
    }

    /** Starts the store of one server: its replicas, and the access to all partitions. */
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
     * Runs a procedure. The future completes when all partitions of the transaction have executed it. It fails with
     * {@link IllegalArgumentException} if the procedure is unknown or declares no valid keys, and with the exceptions
     * of the multicast.
     *
     * @param arguments must not be changed afterwards
     */
    public CompletableFuture<StoreOutcome> run(String procedure, byte[] arguments) {
        Procedure called = definition.procedure(procedure);
        if (called == null)
            return CompletableFuture.failedFuture(
                    new IllegalArgumentException(
                            "procedure: expected a procedure of %s, got %s"
                                    .formatted(definition.text(), procedure)));
        return attempt(called, arguments, options.staleRetriesMax());
    }

    private CompletableFuture<StoreOutcome> attempt(
            Procedure procedure, byte[] arguments, int retries) {
        return prepare(procedure, arguments)
                .thenCompose(completed -> submit(procedure, completed))
                .thenCompose(
                        outcome ->
                                outcome.status() == StoreOutcome.Status.STALE && retries > 0
                                        ? attempt(procedure, arguments, retries - 1)
                                        : CompletableFuture.completedFuture(outcome));
    }

    /**
     * Finds the keys of a transaction that do not follow from its arguments, and returns the arguments with these keys.
     * {@link #run} does this itself. The future fails with {@link IllegalArgumentException} if the query fails.
     */
    public CompletableFuture<byte[]> prepare(String procedure, byte[] arguments) {
        return prepare(definition.procedure(procedure), arguments);
    }

    private CompletableFuture<byte[]> prepare(Procedure procedure, byte[] arguments) {
        Procedure.Finder finder;
        try {
            finder = procedure.finder(arguments);
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(
                    new IllegalArgumentException(procedure.name() + ": no keys found: " + e, e));
        }
        if (finder == null) return CompletableFuture.completedFuture(arguments);
        return query(finder.procedure(), finder.arguments())
                .thenApply(found -> procedure.complete(arguments, found));
    }

    /** Submits a transaction with all keys in its arguments. */
    public CompletableFuture<StoreOutcome> submit(String procedure, byte[] arguments) {
        return submit(definition.procedure(procedure), arguments);
    }

    private CompletableFuture<StoreOutcome> submit(Procedure procedure, byte[] arguments) {
        try {
            int[] homes = KeyDeclaration.destinations(definition, procedure, arguments);
            if (homes.length == 0)
                throw new AbortException(procedure.name() + ": no key declared", false);
            return order.amcast(homes, new StoreCall(procedure.name(), arguments).encode())
                    .thenApply(this::outcome);
        } catch (AbortException e) {
            return CompletableFuture.failedFuture(new IllegalArgumentException(e.getMessage(), e));
        }
    }

    private StoreOutcome outcome(GroupAnswers answers) {
        List<String> names = new ArrayList<>();
        List<byte[]> results = new ArrayList<>();
        StoreCall.Answer first = null;
        for (int i = 0; i < answers.groups().length; i++) {
            StoreCall.Answer answer = answer(answers.results()[i]);
            if (first == null) first = answer;
            if (answer.status() != first.status())
                throw new IllegalStateException(
                        "transaction %s: expected one outcome, got %s and %s"
                                .formatted(answers.timestamp(), first, answer));
            names.add(order.partitions().get(answers.groups()[i]));
            results.add(answer.result());
        }
        return new StoreOutcome(
                answers.timestamp(), first.status(), first.reason(), names, results);
    }

    private static StoreCall.Answer answer(byte[] bytes) {
        try {
            return StoreCall.Answer.decode(bytes);
        } catch (MalformedFrameException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    /**
     * Runs a procedure that writes nothing. If all its keys are in one partition that has a replica here, this replica
     * alone executes it, in its present state; the answer may miss the newest transactions. Otherwise the query is
     * ordered like a transaction. The future fails with {@link IllegalArgumentException} if the procedure aborts.
     */
    public CompletableFuture<byte[]> query(String procedure, byte[] arguments) {
        return query(procedure, arguments, false);
    }

    /**
     * Runs a procedure that writes nothing. The answer includes all transactions that had been answered before the
     * call, at any server. Otherwise like {@link #query(String, byte[])}.
     */
    public CompletableFuture<byte[]> queryLinearizable(String procedure, byte[] arguments) {
        return query(procedure, arguments, true);
    }

    private CompletableFuture<byte[]> query(String name, byte[] arguments, boolean linearizable) {
        Procedure procedure = definition.procedure(name);
        if (procedure == null)
            return CompletableFuture.failedFuture(
                    new IllegalArgumentException("query: no procedure " + name));
        int[] homes;
        try {
            homes = KeyDeclaration.destinationsOfQuery(definition, procedure, arguments);
        } catch (AbortException e) {
            return CompletableFuture.failedFuture(new IllegalArgumentException(e.getMessage(), e));
        }
        if (homes.length != 1 || !replicas.containsKey(homes[0]))
            return submit(procedure, arguments).thenApply(PartitionedStore::firstResult);
        StoreReplica replica = replicas.get(homes[0]);
        CompletableFuture<StoreCall.Answer> answered =
                linearizable
                        ? order.linearize(homes[0], () -> replica.query(procedure, arguments))
                                .thenCompose(answer -> answer)
                        : replica.query(procedure, arguments);
        return answered.thenApply(
                answer -> {
                    if (answer.status() == StoreOutcome.Status.COMMITTED) return answer.result();
                    throw new IllegalArgumentException(answer.reason());
                });
    }

    private static byte[] firstResult(StoreOutcome outcome) {
        if (!outcome.committed()) throw new IllegalArgumentException(outcome.reason());
        return outcome.results().get(0);
    }

    /** All rows of the replica of a partition at this server, after the transactions that it has got so far. */
    public CompletableFuture<FrozenRows> rows(String partition) {
        return hosted(partition).rows();
    }

    /** The digest of the transactions that the replica of a partition at this server has executed. */
    public CompletableFuture<StoreDigest> digest(String partition) {
        return hosted(partition).digest();
    }

    /** Figures of the replica of a partition at this server. */
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

    /** Stops the replicas at this server. Transactions in flight get no outcome. */
    @Override
    public void close() {
        replicas.values().forEach(StoreReplica::stop);
        if (workers != null) workers.close();
    }
}
