package io.abcast.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.abcast.command.figures.Histograms;
import io.abcast.kernel.MalformedFrameException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

final class LoadCodecTest {
    private static final RateSchedule RATES =
            new RateSchedule(
                    List.of(new RateSchedule.Step(2000.5, 10), new RateSchedule.Step(0, 0.5)));

    @Test
    void loadsSurviveEncodingAndDecoding() {
        LoadSpec spec = new LoadSpec(250, RATES, 30, 1024, 25, 75, 10_000, -3, ReadKind.LOCAL);
        assertEquals(spec, LoadSpec.decode(spec.encode()));
        assertOnlyRefusesWhenDamaged(LoadSpec::decode, spec.encode());
        LoadSpec disturbed = spec.withConflicts(Conflicts.of(0, 10_000));
        assertEquals(disturbed, LoadSpec.decode(disturbed.encode()));
        assertOnlyRefusesWhenDamaged(LoadSpec::decode, disturbed.encode());
        LoadSpec spread = spec.withSpread(new PartitionLoad(4, 10, 3, 1.5, List.of(0, 2)));
        assertEquals(spread, LoadSpec.decode(spread.encode()));
        assertOnlyRefusesWhenDamaged(LoadSpec::decode, spread.encode());
        LoadFigures figures =
                new LoadFigures(1, 2, LoadFigures.none().errors().clone(), 3, 4, 5, some());
        LoadFigures back = LoadFigures.decode(figures.encode());
        assertEquals(3, back.unanswered());
        assertEquals(figures.latency(), back.latency());
        assertOnlyRefusesWhenDamaged(LoadFigures::decode, figures.encode());
    }

    private static Histogram some() {
        Histogram histogram = Histograms.create();
        for (int i = 0; i < 1000; i++) histogram.recordValue(i * 37L);
        return histogram;
    }

    /** The decoder may miss a damage, but must report a detected one by a MalformedFrameException. */
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
