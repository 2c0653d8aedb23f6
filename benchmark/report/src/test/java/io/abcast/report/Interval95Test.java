package io.abcast.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class Interval95Test {
    @Test
    void knownSample() {
        // The values in this test have the mean 5 and the standard deviation sqrt(32 / 7), and the
        // quantile t(7) is 2.365.
        Interval95 i = Interval95.of(List.of(2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0));
        assertEquals(5, i.mean(), 1e-12);
        assertEquals(2.365 * Math.sqrt(32.0 / 7) / Math.sqrt(8), i.half(), 1e-12);
    }

    @Test
    void oneMeasurementHasNoInterval() {
        Interval95 i = Interval95.of(List.of(3.0));
        assertEquals(3, i.mean());
        assertTrue(Double.isNaN(i.half()));
    }

    @Test
    void quantilesBeyondTheTable() {
        assertEquals(2.0395, Interval95.t(31), 0.001);
        assertEquals(2.0003, Interval95.t(60), 0.001);
        assertEquals(1.9840, Interval95.t(100), 0.001);
    }

    @Test
    void coversTheMeanNineteenTimesInTwenty() {
        Random random = new Random(4);
        int covered = 0;
        for (int round = 0; round < 2_000; round++) {
            List<Double> sample = new ArrayList<>();
            for (int i = 0; i < 5; i++) sample.add(10 + random.nextGaussian());
            Interval95 interval = Interval95.of(sample);
            if (Math.abs(interval.mean() - 10) <= interval.half()) covered++;
        }
        assertEquals(0.95, covered / 2_000.0, 0.015);
    }
}
