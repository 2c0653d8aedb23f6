package io.abcast.workloads.process;

import io.abcast.partitions.StoreDefinition;
import io.abcast.partitions.StoreOptions;
import io.abcast.partitions.StoreOutcome;
import io.abcast.partitions.rows.FrozenRows;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * One server of a transactional store in this process, independent of the commit protocol.
 *
 * <p><b>Thread rule:</b> any thread may call any method.
 */
public interface MeasuredStore extends AutoCloseable {
    /** Starts servers of one kind of store. */
    interface Factory {
        /** Starts a server and connects it to the group. */
        MeasuredStore start(StoreSite.Stack stack, StoreDefinition definition, StoreOptions options)
                throws Exception;
    }

    /** Runs a procedure, as {@link io.abcast.partitions.PartitionedStore#run} does. */
    CompletableFuture<StoreOutcome> run(String procedure, byte[] arguments);

    /**
     * Waits until every replica at this server follows a leader.
     *
     * @throws IllegalStateException if a replica at this server does not follow a leader after {@code seconds} seconds
     */
    void awaitActive(long seconds) throws InterruptedException;

    /**
     * Name, number of transactions, number of executed transactions, and digest of each replica at this server,
     * separated by blanks.
     */
    String figures() throws InterruptedException, ExecutionException;

    /** Number of attempts of this server's transactions that the commit protocol has aborted so far. */
    long abortedAttempts();

    /** Server id of this server. */
    int server();

    /** Names of all partitions, sorted. */
    List<String> partitions();

    /** Numbers of the partitions that have a replica at this server, ascending. */
    List<Integer> hosted();

    /** All rows of the replica of a partition at this server. */
    CompletableFuture<FrozenRows> rows(String partition);

    @Override
    void close();
}
