package io.abcast.server;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * The reads that a server orders as transactions, because it has no replica of the key's partition. Replicas keep the
 * values of ordered reads for a time, so at most {@link #IN_FLIGHT_MAX} ordered reads of a server are in flight.
 *
 * <p><b>Bound:</b> the number of admitted client requests bounds the number of reads that wait to be submitted.
 *
 * <p><b>Thread rule:</b> any thread may call {@link #add}.
 */
final class OrderedReads {
    static final int IN_FLIGHT_MAX = 128;

    private final ConcurrentLinkedQueue<Supplier<CompletableFuture<?>>> waiting =
            new ConcurrentLinkedQueue<>();
    private final AtomicInteger inFlight = new AtomicInteger();

    /**
     * Number of added and completed reads that the thread in {@link #submit} has not considered; 0 if no thread is in
     * {@code submit}.
     */
    private final AtomicInteger changes = new AtomicInteger();

    void add(Supplier<CompletableFuture<?>> read) {
        waiting.add(read);
        submit();
    }

    /**
     * Submits waiting reads until {@link #IN_FLIGHT_MAX} reads are in flight. The loop avoids a recursion for reads
     * that complete at once.
     */
    private void submit() {
        if (changes.getAndIncrement() != 0) return;
        int seen = 1;
        do {
            while (inFlight.get() < IN_FLIGHT_MAX && !waiting.isEmpty()) {
                inFlight.incrementAndGet();
                waiting.remove().get().whenComplete((answer, failure) -> ended());
            }
            seen = changes.addAndGet(-seen);
        } while (seen != 0);
    }

    private void ended() {
        inFlight.decrementAndGet();
        submit();
    }
}
