package io.abcast.dissemination.forest.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class DemandEstimateTest {
    private final DemandEstimate demand = new DemandEstimate();

    @Test
    void theDemandOfAFreeSourceIsItsLoad() {
        demand.measured(100, false);
        assertEquals(100, demand.value());
    }

    @Test
    void aSourceThatIsHeldBackAsksForMore() {
        demand.measured(100, true);
        assertEquals(150, demand.value());
    }

    /** A queue that appears and disappears must not cause a new plan each time. */
    @Test
    void theSurplusShrinksByLessThanATenthInTenSeconds() {
        demand.measured(100, true);
        for (int report = 0; report < 20; report++) demand.measured(100, false);
        assertTrue(demand.value() > 0.9 * 150, "demand " + demand.value());
        for (int report = 0; report < 80; report++) demand.measured(100, false);
        assertEquals(100, demand.value());
    }

    @Test
    void aLoadThatFallsIsSeenAtOnce() {
        demand.measured(100, true);
        demand.measured(10, false);
        assertTrue(demand.value() < 15, "demand " + demand.value());
    }
}
