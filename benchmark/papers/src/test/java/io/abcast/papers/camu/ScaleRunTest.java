package io.abcast.papers.camu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Tests the measured throughput of saturated partitions. */
final class ScaleRunTest {
    private static final long MESSAGE_NANOS = 28_000;
    private static final double SECONDS = 0.2;

    private static double throughput(boolean isZab, int partitions, int multiPercent) {
        return new ScaleRun(isZab, partitions, multiPercent).measure(MESSAGE_NANOS, SECONDS, 1);
    }

    @Test
    void partitionsWithoutMultisScaleAndMultisCost() {
        double one = throughput(false, 1, 0);
        double two = throughput(false, 2, 0);
        double multis = throughput(false, 2, 100);
        assertEquals(2, two / one, 0.1);
        assertTrue(multis < two, multis + " and " + two);
    }

    @Test
    void noThroughputExceedsTheProcessors() {
        double most = 3 * 1e9 / (2 * MESSAGE_NANOS);
        for (boolean isZab : new boolean[] {false, true}) {
            double throughput = throughput(isZab, 1, 0);
            assertTrue(throughput < most && throughput > most / 4, isZab + ": " + throughput);
        }
    }
}
