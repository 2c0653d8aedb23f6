package io.abcast.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Tests histograms of durations, whose percentiles may be wrong by the width of one bucket. */
final class DurationsTest {
    private static final long MINUTE = Durations.WINDOW_NANOS;

    @Test
    void percentilesAreNeverTooLowAndAtMostABucketTooHigh() {
        SplittableRandom random = new SplittableRandom(7);
        Durations durations = new Durations();
        long[] lengths = new long[10_000];
        for (int i = 0; i < lengths.length; i++) {
            lengths[i] = (long) Math.pow(10, random.nextDouble(4, 11));
            durations.record(lengths[i], 0);
        }
        Arrays.sort(lengths);
        Durations.View view = durations.view();
        for (double share : new double[] {0.001, 0.25, 0.5, 0.9, 0.99, 1}) {
            long exact = lengths[(int) Math.ceil(share * lengths.length) - 1];
            long told = view.percentileNanos(share);
            assertTrue(told >= exact && told <= 1.2801 * exact, share + ": " + told + ", " + exact);
        }
        assertEquals(lengths.length, view.count());
        assertEquals(Arrays.stream(lengths).sum(), view.totalNanos());
        assertEquals(lengths[lengths.length - 1], view.maxNanos());
    }

    @Test
    void emptyViewHasNoDurations() {
        Durations durations = new Durations();
        assertSame(Durations.View.NONE, durations.recent(-5));
        assertEquals(0, durations.view().percentileNanos(0.99));
        assertEquals(0, durations.view().count());
    }

    @Test
    void extremesCountAtTheEnds() {
        Durations durations = new Durations();
        durations.record(0, -1);
        durations.record(Long.MAX_VALUE / 4, -1);
        assertEquals(10_000, durations.view().percentileNanos(0.5));
        assertEquals(Long.MAX_VALUE / 4, durations.view().percentileNanos(1));
    }

    @Test
    void recentForgetsDurationsOlderThanTwoMinutesAndKeepsThoseOfTheLastMinute() {
        for (long origin : new long[] {Long.MIN_VALUE, -3 * MINUTE, 0, Long.MAX_VALUE - MINUTE}) {
            Durations durations = new Durations();
            durations.record(7_000_000, origin);
            assertEquals(1, durations.recent(origin + MINUTE - 1).count());
            assertEquals(0, durations.recent(origin + 2 * MINUTE).count());
            durations.record(1_000_000, origin + MINUTE);
            assertEquals(2, durations.recent(origin + MINUTE).count());
            assertEquals(7_000_000, durations.recent(origin + MINUTE).maxNanos());
            durations.record(1_000_000, origin + 2 * MINUTE);
            assertEquals(2, durations.recent(origin + 2 * MINUTE).count());
            assertEquals(1_000_000, durations.recent(origin + 2 * MINUTE).maxNanos());
            durations.record(2_000_000, origin + 9 * MINUTE);
            assertEquals(1, durations.recent(origin + 9 * MINUTE).count());
            assertEquals(4, durations.view().count());
            assertEquals(7_000_000, durations.view().maxNanos());
        }
    }

    @Test
    void listenerReceivesEachDuration() {
        Durations durations = new Durations();
        List<Long> told = new ArrayList<>();
        durations.record(1, 0);
        durations.listen(told::add);
        durations.record(2, 0);
        durations.record(3, 0);
        durations.listen(null);
        durations.record(4, 0);
        assertEquals(List.of(2L, 3L), told);
    }
}
