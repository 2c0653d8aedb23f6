package io.abcast.dissemination.forest.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class LoadEstimateTest {
    private final LoadEstimate load = new LoadEstimate();

    private void measure(double... rates) {
        for (double rate : rates) load.measured(rate);
    }

    @Test
    void theFirstReportIsTheEstimate() {
        measure(100);
        assertEquals(100, load.value());
    }

    @Test
    void burstsAreAveraged() {
        measure(100);
        for (int i = 0; i < 20; i++) measure(40, 160);
        assertEquals(100, load.value(), 15);
    }

    @Test
    void twoLowReportsInARowAreNoChange() {
        measure(100, 100, 0, 0, 100);
        assertTrue(load.value() > 60, "load " + load.value());
    }

    @Test
    void aLoadThatMovesIsSeenWithinThreeReports() {
        measure(100, 100, 1, 1, 1);
        assertTrue(load.value() < 2, "load " + load.value());
        measure(50, 50);
        assertEquals(50, load.value());
    }
}
