package io.abcast.dissemination.cooper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.dissemination.cooper.code.LongLanesKernel;
import org.junit.jupiter.api.Test;

final class BlockCountTest {
    /** Liu 2015, section 6.1: "the lowest broadcast time is obtained at k* = 22" with 15 Mbit/s. */
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
        // A measurement reads the clock (1 ms per reading) at its start and after each call, so 2
        // ms make two calls.
        double rate = BlockCount.profile(new LongLanesKernel(), () -> clock[0] += 1_000_000);
        assertEquals(16 * 64 * 1024 / 1e-3, rate, 1);
    }
}
