package io.abcast.dissemination.cooper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.dissemination.cooper.code.LongLanesKernel;
import org.junit.jupiter.api.Test;

final class BlockCountTest {
    /**
     * Liu 2015, section 6.1: "the lowest broadcast time is obtained at k* = 22" with 15 Mbit/s. With 10 Mbit/s, the
     * number of blocks k* at which coding is as fast as the link is 35. The values of k* for both links must imply
     * nearly the same coding speed, k* times the rate of the link.
     */
    @Test
    void balancedCountGrowsAsTheLinkSlows() {
        double productBytesPerSecond = 22 * 15e6 / 8;
        assertEquals(22, BlockCount.balanced(productBytesPerSecond, 15e6 / 8, 1));
        assertEquals(33, BlockCount.balanced(productBytesPerSecond, 10e6 / 8, 1));
    }

    /**
     * Liu 2015, section 6.1, on the best number of blocks k: with two encoders "the right k in this case roughly
     * doubles".
     */
    @Test
    void twoEncodersDoubleTheBalancedCount() {
        assertEquals(15, BlockCount.balanced(15e6, 1e6, 1));
        assertEquals(30, BlockCount.balanced(15e6, 1e6, 2));
    }

    @Test
    void bestCountIsWhereTheTotalIsLeast() {
        double product = 9e9;
        double link = 125e6;
        int best = BlockCount.best(product, link, 1, 20, 3, 1024);
        for (int k = 1; k < 200; k++)
            assertTrue(total(best, product, link) <= total(k, product, link) * 1.001, "k = " + k);
        assertEquals(24, best);
        assertEquals(10, BlockCount.best(product, link, 1, 20, 3, 10));
        assertEquals(1, BlockCount.best(1e6, 125e6, 1, 20, 3, 1024));
    }

    private static double total(int k, double product, double link) {
        return 8 / (k * link) + k / product;
    }

    @Test
    void profileCountsWhatTheClockSaysItTook() {
        long[] clock = {0};
        // Each reading of the test's clock advances the clock by 1 ms. A measurement reads the
        // clock once at its start and once after each call of combine, so a measurement of 2 ms
        // makes two calls.
        double rate = BlockCount.profile(new LongLanesKernel(), () -> clock[0] += 1_000_000);
        assertEquals(16 * 64 * 1024 / 1e-3, rate, 1);
    }
}
