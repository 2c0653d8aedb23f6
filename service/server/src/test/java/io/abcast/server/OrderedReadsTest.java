package io.abcast.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Tests the bound on the number of reads in flight that a server orders as transactions. */
final class OrderedReadsTest {
    private static final int READS = 100_000;

    private final OrderedReads reads = new OrderedReads();
    private final ArrayDeque<CompletableFuture<Integer>> inFlight = new ArrayDeque<>();
    private int submitted;
    private int inFlightMax;

    private CompletableFuture<Integer> submit() {
        CompletableFuture<Integer> read = new CompletableFuture<>();
        inFlight.add(read);
        inFlightMax = Math.max(inFlightMax, inFlight.size());
        submitted++;
        return read;
    }

    @Test
    void atMostABoundedNumberOfReadsIsInFlightAndAllAreSubmitted() {
        for (int i = 0; i < READS; i++) reads.add(this::submit);
        assertEquals(OrderedReads.IN_FLIGHT_MAX, inFlight.size());
        while (!inFlight.isEmpty()) inFlight.remove().complete(1);
        assertEquals(READS, submitted);
        assertEquals(OrderedReads.IN_FLIGHT_MAX, inFlightMax);
    }

    @Test
    void readsThatFailAtOnceNeedNoDeepStack() {
        for (int i = 0; i < OrderedReads.IN_FLIGHT_MAX; i++) reads.add(this::submit);
        for (int i = 0; i < READS; i++)
            reads.add(
                    () -> {
                        submitted++;
                        return CompletableFuture.failedFuture(new IllegalStateException("busy"));
                    });
        inFlight.remove().complete(1);
        assertEquals(READS + OrderedReads.IN_FLIGHT_MAX, submitted);
    }
}
