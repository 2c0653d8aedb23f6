package io.abcast.partitions;

import io.abcast.kernel.GroupAnswers;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.partitions.replica.KeyDeclaration;
import io.abcast.partitions.replica.StoreCall;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The caller's side of a store: finds keys that do not follow from a transaction's arguments, submits transactions, and
 * repeats transactions whose found keys have changed. Stores with any commit protocol can use a {@code StoreCaller}.
 *
 * <p><b>Thread rule:</b> any thread may call any method; no method blocks.
 */
public final class StoreCaller {
    /** Submits transactions. */
    public interface Transactions {
        /**
         * Submits a transaction.
         *
         * @param destinations numbers of the partitions, ascending, at least one; never changed afterwards
         * @param call the encoded {@link StoreCall}; never changed afterwards
         */
        CompletableFuture<GroupAnswers> submit(int[] destinations, byte[] call);
    }

    /** Executes queries at the replicas of this server. */
    public interface Queries {
        /** Executes a query; returns {@code null} if this server has no replica of the partition. */
        CompletableFuture<StoreCall.Answer> query(
                int partition, Procedure procedure, byte[] arguments);
    }

    private final StoreDefinition definition;
    private final List<String> names;
    private final int staleRetriesMax;
    private final Transactions transactions;
    private final Queries queries;

    /**
     * @param names names of the partitions, sorted
     * @param staleRetriesMax maximum number of times that the store searches the keys of a transaction again because
     *     the found keys have changed
     */
    public StoreCaller(
            StoreDefinition definition,
            List<String> names,
            int staleRetriesMax,
            Transactions transactions,
            Queries queries) {
        this.definition = definition;
        this.names = List.copyOf(names);
        this.staleRetriesMax = staleRetriesMax;
        this.transactions = transactions;
        this.queries = queries;
    }

    /** Runs a transaction; see {@link PartitionedStore#run}. */
    public CompletableFuture<StoreOutcome> run(String procedure, byte[] arguments) {
        Procedure called = definition.procedure(procedure);
        if (called == null)
            return CompletableFuture.failedFuture(
                    new IllegalArgumentException(
                            "procedure: expected a procedure of %s, got %s"
                                    .formatted(definition.text(), procedure)));
        return attempt(called, arguments, staleRetriesMax);
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

    CompletableFuture<byte[]> prepare(Procedure procedure, byte[] arguments) {
        Procedure.Finder finder;
        try {
            finder = procedure.finder(arguments);
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(
                    new IllegalArgumentException(procedure.name() + ": no keys found: " + e, e));
        }
        if (finder == null) return CompletableFuture.completedFuture(arguments);
        return query(finder.procedure(), finder.arguments(), queries)
                .thenApply(found -> procedure.complete(arguments, found));
    }

    CompletableFuture<StoreOutcome> submit(Procedure procedure, byte[] arguments) {
        try {
            int[] homes = KeyDeclaration.destinations(definition, procedure, arguments);
            if (homes.length == 0)
                throw new AbortException(procedure.name() + ": no key declared", false);
            return transactions
                    .submit(homes, new StoreCall(procedure.name(), arguments).encode())
                    .thenApply(this::outcome);
        } catch (AbortException e) {
            return CompletableFuture.failedFuture(new IllegalArgumentException(e.getMessage(), e));
        }
    }

    private StoreOutcome outcome(GroupAnswers answers) {
        List<String> partitions = new ArrayList<>();
        List<byte[]> results = new ArrayList<>();
        StoreCall.Answer first = null;
        for (int i = 0; i < answers.groups().length; i++) {
            StoreCall.Answer answer = answer(answers.results()[i]);
            if (first == null) first = answer;
            if (answer.status() != first.status())
                throw new IllegalStateException(
                        "transaction %s: expected one outcome, got %s and %s"
                                .formatted(answers.timestamp(), first, answer));
            partitions.add(names.get(answers.groups()[i]));
            results.add(answer.result());
        }
        return new StoreOutcome(
                answers.timestamp(), first.status(), first.reason(), partitions, results);
    }

    private static StoreCall.Answer answer(byte[] bytes) {
        try {
            return StoreCall.Answer.decode(bytes);
        } catch (MalformedFrameException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    /** @param local executes the query if all its keys are in one partition with a replica at this server */
    CompletableFuture<byte[]> query(String name, byte[] arguments, Queries local) {
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
        CompletableFuture<StoreCall.Answer> answered =
                homes.length == 1 ? local.query(homes[0], procedure, arguments) : null;
        if (answered == null)
            return submit(procedure, arguments).thenApply(StoreCaller::firstResult);
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
}
