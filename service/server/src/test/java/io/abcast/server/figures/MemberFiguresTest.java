package io.abcast.server.figures;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.abcast.command.figures.Histograms;
import io.abcast.kernel.MalformedFrameException;
import java.util.Arrays;
import java.util.Random;
import java.util.function.Function;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

final class MemberFiguresTest {
    private static final PolicyFigures COIN =
            new PolicyFigures("ZAB_CT", false, 0.25, 1846.5, Double.NaN);

    @Test
    void figuresSurviveEncoding() {
        long[] counters = new long[Counter.count()];
        Arrays.setAll(counters, i -> i * 1000L);
        MemberFigures figures = withCounters(counters);
        MemberFigures back = MemberFigures.decode(figures.encode());
        assertEquals("LEADING", back.role());
        assertEquals(7, back.epoch());
        assertArrayEquals(counters, back.counters());
        assertEquals(COIN, back.policy());
        assertEquals(figures.abdelivery(), back.abdelivery());
        assertOnlyRefusesWhenDamaged(MemberFigures::decode, figures.encode());
    }

    @Test
    void figuresOfAnotherReleaseAreRead() {
        long[] older = new long[Counter.count() - 1];
        long[] newer = new long[Counter.count() + 1];
        Arrays.fill(older, 5);
        Arrays.fill(newer, 6);
        long[] read = MemberFigures.decode(withCounters(older).encode()).counters();
        assertEquals(5, read[Counter.count() - 2]);
        assertEquals(0, read[Counter.count() - 1]);
        MemberFigures ofNewer = MemberFigures.decode(withCounters(newer).encode());
        assertEquals(Counter.count(), ofNewer.counters().length);
        assertEquals(COIN, ofNewer.policy());
    }

    private static MemberFigures withCounters(long[] counters) {
        return new MemberFigures(2, "LEADING", true, 2, 7, 99, 1, 2, counters, COIN, some());
    }

    private static Histogram some() {
        Histogram histogram = Histograms.create();
        for (int i = 0; i < 1000; i++) histogram.recordValue(i * 37L);
        return histogram;
    }

    private static <T> void assertOnlyRefusesWhenDamaged(Function<byte[], T> decoder, byte[] good) {
        Random random = new Random(11);
        for (int i = 0; i < 500; i++) {
            byte[] bad = Arrays.copyOf(good, 1 + random.nextInt(good.length + 4));
            bad[random.nextInt(bad.length)] = (byte) random.nextInt();
            try {
                assertNotNull(decoder.apply(bad));
            } catch (MalformedFrameException e) {
                assertNotNull(e.getMessage());
            }
        }
    }
}
