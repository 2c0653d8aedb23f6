package io.abcast.dissemination.forest;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class SustainableRatesTest {
    private static double[] of(double... values) {
        return values;
    }

    @Test
    void keepsASustainableLoad() {
        assertArrayEquals(of(1, 3, 5), SustainableRates.of(of(2, 10, 6), of(9, 9, 9), of(1, 3, 5)));
        assertTrue(SustainableRates.holdsLoad(of(0.3, 0.3), of(1, 1), of(0.1 + 0.2, 0)));
        assertFalse(SustainableRates.holdsLoad(of(0.3, 0.3), of(1, 1), of(0.31, 0)));
        assertFalse(SustainableRates.holdsLoad(of(9, 9), of(1, 1), of(1, 2)));
        assertFalse(SustainableRates.holdsLoad(of(3, 3, 3), of(9, 9, 9), of(2, 2, 2)));
    }

    @Test
    void isLimitedByEachConstraint() {
        assertArrayEquals(of(2, 3), SustainableRates.of(of(2, 9), of(9, 9), of(5, 3)));
        assertArrayEquals(of(4, 1, 1), SustainableRates.of(of(4, 4, 4), of(2, 9, 9), of(4, 4, 4)));
        assertArrayEquals(
                of(2, 3.5, 3.5),
                SustainableRates.of(of(2, 10, 6), of(9, 9, 9), of(5, 5, 5)),
                1e-12);
        // Three downlinks of 2 limit the sum of the site rates to 3, because the rates of each pair
        // of sites must fit into the downlink of the third site.
        assertArrayEquals(of(1, 1, 1), SustainableRates.of(of(9, 9, 9), of(2, 2, 2), of(9, 9, 9)));
    }

    @Test
    void takesEqualSharesOfUnequalLoads() {
        assertArrayEquals(
                of(4, 2, 0), SustainableRates.of(of(6, 6, 0), of(9, 9, 9), of(8, 4, 0)), 1e-12);
    }

    @Test
    void noSiteCanGainFromASiteWithALargerShare() {
        SplittableRandom random = new SplittableRandom(3);
        int limited = 0;
        for (int k = 0; k < 5000; k++) {
            int n = random.nextInt(1, 10);
            double[] up = new double[n];
            double[] down = new double[n];
            double[] load = new double[n];
            Arrays.setAll(up, i -> random.nextInt(10));
            Arrays.setAll(down, i -> random.nextInt(10 + 5 * n));
            Arrays.setAll(load, i -> random.nextInt(10));
            double[] rates = SustainableRates.of(up, down, load);
            double total = SustainableRates.sum(rates);
            if (!SustainableRates.holdsLoad(up, down, load)) limited++;
            for (int poor = 0; poor < n; poor++)
                for (int rich = 0; rich < n; rich++) {
                    if (load[poor] == 0 || load[rich] == 0) continue;
                    if (rates[poor] / load[poor] >= rates[rich] / load[rich] - 1e-9) continue;
                    boolean isFull = rates[poor] >= Math.min(up[poor], load[poor]) - 1e-9;
                    boolean isNeeded = rates[rich] <= total - down[rich] + 1e-9;
                    assertTrue(isFull || isNeeded, "instance " + k + ": " + Arrays.toString(rates));
                }
        }
        assertTrue(limited > 1000, "limited instances: " + limited);
    }

    @Test
    void largestFactorMeetsEveryCondition() {
        assertEquals(1, SustainableRates.largestFactor(of(2, 10, 6), of(9, 9, 9), of(1, 3, 5)));
        assertEquals(0.4, SustainableRates.largestFactor(of(2, 10, 6), of(9, 9, 9), of(5, 5, 5)));
        assertEquals(0.25, SustainableRates.largestFactor(of(4, 4, 4), of(2, 9, 9), of(4, 4, 4)));
        assertEquals(0.5, SustainableRates.largestFactor(of(4, 0, 0), of(9, 9, 9), of(4, 0, 0)));
        assertEquals(0, SustainableRates.largestFactor(of(0, 1), of(1, 1), of(1, 0)));
    }
}
