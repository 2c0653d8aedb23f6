package io.abcast.dissemination.forest.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class HopDelaysTest {
    private static final long MILLI = 1_000_000;
    private static final long BOTH = 0b110;

    private final HopDelays hops = new HopDelays();

    private void measure(int member, long nanos) {
        for (int i = 0; i < 50; i++) hops.measured(member, nanos);
    }

    @Test
    void theQueueIsTheDifferenceFromTheShortestDelay() {
        measure(1, 5 * MILLI);
        assertEquals(0, hops.shortestQueue(BOTH), MILLI);
        measure(1, 105 * MILLI);
        assertEquals(100 * MILLI, hops.shortestQueue(BOTH), MILLI);
    }

    /** A slow receiver delays only the frames to this receiver. */
    @Test
    void aQueueBeforeOneOfTwoMembersIsNotTheOwnUplink() {
        measure(1, 5 * MILLI);
        measure(2, 5 * MILLI);
        measure(1, 105 * MILLI);
        assertEquals(0, hops.shortestQueue(BOTH), MILLI);
        assertTrue(hops.shortestQueue(0b10) > 90 * MILLI);
    }

    @Test
    void aPathThatBecameLongerIsNoQueueInTheEnd() {
        measure(1, 5 * MILLI);
        for (int i = 0; i < 200_000; i++) hops.measured(1, 30 * MILLI);
        assertEquals(0, hops.shortestQueue(BOTH), MILLI);
    }

    @Test
    void aMemberThatReturnsHasNoPast() {
        measure(1, 5 * MILLI);
        hops.forget(1);
        measure(1, 105 * MILLI);
        assertEquals(0, hops.shortestQueue(BOTH), MILLI);
    }

    @Test
    void withoutMeasurementsThereIsNoQueue() {
        assertEquals(0, hops.shortestQueue(BOTH));
    }
}
