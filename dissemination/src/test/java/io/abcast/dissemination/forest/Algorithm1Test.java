package io.abcast.dissemination.forest;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class Algorithm1Test {
    /** The example of Tan 2019, section 4.3.2: "After the first iteration, r11 = 1 ... r32 = 4 and r33 = 1." */
    @Test
    void fillsTheWorkedExample() {
        double[][] r = Algorithm1.rates(new double[] {2, 10, 6}, new double[] {1, 3, 5});
        assertArrayEquals(new double[] {1, 0, 0}, r[0], 1e-12);
        assertArrayEquals(new double[] {0, 3, 0}, r[1], 1e-12);
        assertArrayEquals(new double[] {0, 4, 1}, r[2], 1e-12);
    }

    @Test
    void roundingErrorsGoToNoFurtherRelay() {
        // As double values, 3 x 0.1 exceeds 0.3 by one bit.
        double[][] r =
                Algorithm1.rates(new double[] {0.1, 0.3, 1, 1, 1}, new double[] {0.1, 0, 0, 0, 0});
        assertArrayEquals(new double[] {0, 0.1, 0, 0, 0}, r[0]);
    }

    @Test
    void oneAndTwoSitesNeedNoRelay() {
        assertArrayEquals(
                new double[] {3}, Algorithm1.rates(new double[] {5}, new double[] {3})[0]);
        double[][] r = Algorithm1.rates(new double[] {5, 5}, new double[] {3, 4});
        assertEquals(3, r[0][0] + r[0][1]);
        assertEquals(4, r[1][0] + r[1][1]);
    }
}
