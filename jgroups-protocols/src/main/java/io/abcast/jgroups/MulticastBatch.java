package io.abcast.jgroups;

import io.abcast.jgroups.loop.CallerTransaction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * Transactions that a caller submits together, for example all requests that it has just read from its sockets. The
 * event loop of each replica that submits them wakes once, and handles them together. Each transaction is ordered and
 * answered separately, like one of {@link AtomicMulticast#amcast}.
 *
 * <p><b>Thread rule:</b> used by one thread at a time; no method blocks. After {@link #submit} the batch is empty and
 * can be used again.
 */
public final class MulticastBatch {
    private final AtomicMulticast multicast;

    /** The waiting transactions, by the replica that submits them. */
    private final Map<CamuReplica, List<CallerTransaction<Answers>>> waiting =
            new LinkedHashMap<>();

    private int size;

    MulticastBatch(AtomicMulticast multicast) {
        this.multicast = multicast;
    }

    /**
     * Adds a transaction. One that can never be ordered fails at once.
     *
     * @param destinations names of the partitions, at least one
     * @param payload at most {@code payload_bytes_max} bytes; the caller must not change it afterwards
     * @return as of {@link AtomicMulticast#amcast}
     */
    public CompletableFuture<Answers> add(Set<String> destinations, byte[] payload) {
        CallerTransaction<Answers> transaction = multicast.transaction(destinations, payload);
        if (transaction.future().isDone()) return transaction.future();
        CamuReplica replica = multicast.router(transaction.groups());
        if (replica == null) {
            transaction.notAdmitted(multicast.notRunning());
        } else {
            waiting.computeIfAbsent(replica, key -> new ArrayList<>()).add(transaction);
            size++;
        }
        return transaction.future();
    }

    /** The number of transactions that wait for {@link #submit}. */
    public int size() {
        return size;
    }

    /**
     * Submits all waiting transactions. If a replica has room for only some of its transactions, it admits the first
     * ones, and the others fail.
     */
    public void submit() {
        if (size == 0) return;
        waiting.forEach((replica, transactions) -> replica.log().submitTransactions(transactions));
        waiting.clear();
        size = 0;
    }
}
