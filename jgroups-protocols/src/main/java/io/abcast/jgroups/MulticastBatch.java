package io.abcast.jgroups;

import io.abcast.jgroups.loop.CallerTransaction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * Transactions that a caller submits together, for example all requests that it has just read from its sockets. A batch
 * wakes the event loop of each submitting replica once. Each transaction of a batch is ordered and answered separately,
 * like a transaction of {@link AtomicMulticast#amcast}.
 *
 * <p><b>Thread rule:</b> only one thread at a time may use a batch; no method blocks. After {@link #submit} the batch
 * is empty and can be used again.
 */
public final class MulticastBatch {
    private final AtomicMulticast multicast;

    private final Map<CamuReplica, List<CallerTransaction<Answers>>> waiting =
            new LinkedHashMap<>();

    private int size;

    MulticastBatch(AtomicMulticast multicast) {
        this.multicast = multicast;
    }

    /**
     * Adds a transaction to the batch. If the transaction can never be ordered, the transaction's future fails at once.
     *
     * @param destinations names of the partitions that must deliver the transaction, at least one
     * @param payload at most {@code payload_bytes_max} bytes; the caller must not change the array afterwards
     * @return a future of the transaction's answers, like the future that {@link AtomicMulticast#amcast} returns
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

    /** Returns the number of the batch's transactions that wait for {@link #submit}. */
    public int size() {
        return size;
    }

    /**
     * Submits all waiting transactions of the batch to the replicas of this server. If a replica has room for only some
     * of its transactions, it admits the first transactions, and the remaining transactions fail.
     */
    public void submit() {
        if (size == 0) return;
        waiting.forEach((replica, transactions) -> replica.log().submitTransactions(transactions));
        waiting.clear();
        size = 0;
    }
}
