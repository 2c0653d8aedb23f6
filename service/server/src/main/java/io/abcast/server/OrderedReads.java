package io.abcast.server;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * The reads that are ordered as transactions. Every replica of the read partition retains the value that a read has
 * returned until the submitter's further requests tell that it has the answer. Values may be large, so at most {@link
 * #IN_FLIGHT_MAX} reads are in flight.
 *
 * <p><b>Bound:</b> the number of admitted requests bounds the waiting reads.
 *
 * <p><b>Thread rule:</b> any thread may call {@link #add}.
 */
final class OrderedReads {
    /** Maximum number of reads in flight. */
    static final int IN_FLIGHT_MAX = 128;

    private final ConcurrentLinkedQueue<Supplier<CompletableFuture<?>>> waiting =
            new ConcurrentLinkedQueue<>();
    private final AtomicInteger inFlight = new AtomicInteger();

    /** Number of changes that the thread in {@link #submit} has not seen; 0 if no thread is there. */
    private final AtomicInteger changes = new AtomicInteger();

    /** Adds a read. {@code read} submits it, and returns a future that completes with the read. */
    void add(Supplier<CompletableFuture<?>> read) {
        waiting.add(read);
        submit();
    }

    /** Submits waiting reads. A read that completes at once causes no recursion. */
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
