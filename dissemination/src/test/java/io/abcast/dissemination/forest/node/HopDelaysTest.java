package io.abcast.dissemination.forest.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class HopDelaysTest {
    private static final long MILLI = 1_000_000;
    private static final double LONG = 90 * MILLI;

    private final HopDelays hops = new HopDelays();

    private void measure(int member, long nanos) {
        for (int i = 0; i < 50; i++) hops.measured(member, nanos);
    }

    @Test
    void aHopIsSlowIfFramesTakeLongerThanTheShortestTime() {
        measure(1, 5 * MILLI);
        assertEquals(0, hops.takeSlow(LONG));
        measure(1, 105 * MILLI);
        assertEquals(0b10, hops.takeSlow(LONG));
    }

    @Test
    void eachMemberHasAHopOfItsOwn() {
        measure(1, 5 * MILLI);
        measure(2, 5 * MILLI);
        measure(1, 105 * MILLI);
        assertEquals(0b10, hops.takeSlow(LONG));
    }

    @Test
    void anOldDelaySaysNothing() {
        measure(1, 5 * MILLI);
        measure(1, 105 * MILLI);
        hops.takeSlow(LONG);
        assertEquals(0, hops.takeSlow(LONG));
    }

    @Test
    void aPathThatBecameLongerIsNotSlowInTheEnd() {
        measure(1, 5 * MILLI);
        for (int i = 0; i < 300_000; i++) hops.measured(1, 105 * MILLI);
        assertEquals(0, hops.takeSlow(LONG));
    }

    @Test
    void aMemberThatReturnsHasNoPast() {
        measure(1, 5 * MILLI);
        hops.forget(1);
        measure(1, 105 * MILLI);
        assertEquals(0, hops.takeSlow(LONG));
    }
}
