package io.abcast.papers.forest;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.abcast.papers.forest.HoseModel.Flow;
import java.util.List;
import org.junit.jupiter.api.Test;

final class HoseModelTest {
    /**
     * Tan 2019: "multiple one-to-one transfers originating at the same sender VM will contend for the available
     * uplink".
     */
    @Test
    void flowsShareUplinksAndDownlinks() {
        double[] up = {6, 10, 1};
        double[] down = {4, 9, 20};
        assertArrayEquals(new double[] {4}, rates(up, down, new Flow(1, 0)));
        assertArrayEquals(
                new double[] {3, 3}, rates(up, down, new Flow(0, 1), new Flow(0, 2)), 1e-12);
        assertArrayEquals(
                new double[] {3, 1, 7},
                rates(up, down, new Flow(1, 0), new Flow(2, 0), new Flow(1, 2)),
                1e-12);
        assertArrayEquals(new double[0], rates(up, down));
    }

    private static double[] rates(double[] up, double[] down, Flow... flows) {
        return HoseModel.fairRates(up, down, List.of(flows));
    }

    @Test
    void theThesisPrintsNoLoadsForOtherSizes() {
        assertNull(Loads.PRINTED.percent(7, 0.5));
        assertNull(Loads.PRINTED.percent(6, 1));
        assertArrayEquals(new double[] {53, 15, 9, 6, 5, 4, 3}, Loads.PRINTED.percent(7, 1));
        assertEquals(4, Loads.ZIPF.percent(4, 1).length);
    }
}
