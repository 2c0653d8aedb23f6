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
    void figuresComeBackAsTheyWere() {
        long[] counters = new long[Counter.count()];
        Arrays.setAll(counters, i -> i * 1000L);
        MemberFigures figures =
                new MemberFigures(2, "LEADING", true, 2, 7, 99, 1, 2, counters, COIN, some());
        MemberFigures back = MemberFigures.decode(figures.encode());
        assertEquals("LEADING", back.role());
        assertEquals(7, back.epoch());
        assertArrayEquals(counters, back.counters());
        assertEquals(COIN, back.policy());
        assertEquals(figures.abdelivery(), back.abdelivery());
        assertOnlyRefusesWhenDamaged(MemberFigures::decode, figures.encode());
    }

    private static Histogram some() {
        Histogram histogram = Histograms.create();
        for (int i = 0; i < 1000; i++) histogram.recordValue(i * 37L);
        return histogram;
    }

    /** Damage may go unnoticed; what is noticed is a malformed frame and nothing else. */
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
