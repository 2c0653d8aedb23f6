package io.abcast.papers.cooper;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.dissemination.cooper.BatchSchedule;
import io.abcast.papers.cooper.CodingProfile.Fit;
import io.abcast.papers.cooper.CodingProfile.Session;
import io.abcast.papers.cooper.TransferTrials.Carrier;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class TransfersTest {
    private static final double LINK = Setting.bytesPerSecond(Setting.MEGABITS);
    private static final double SIZE_OVER_RATE = Setting.FILE_BYTES / LINK;

    private static Spread run(Carrier carrier, Setting setting, long seed) {
        TransferTrials trials = new TransferTrials(1, seed, what -> {});
        return trials.of(carrier, setting).get(0);
    }

    @ParameterizedTest
    @EnumSource(Carrier.class)
    void noTransferBeatsTheLink(Carrier carrier) {
        Setting setting = Setting.of(16, CodingCost.none()).nodes(6, Setting.MEGABITS);
        Spread spread = run(carrier, setting, 1);
        assertTrue(spread.first(0) >= SIZE_OVER_RATE, () -> carrier + " " + spread.first(0));
        assertTrue(spread.finish() < 6 * SIZE_OVER_RATE, () -> carrier + " " + spread.finish());
        assertArrayEquals(spread.seconds()[0], run(carrier, setting, 1).seconds()[0]);
    }

    @Test
    void everyBlockBeyondTheMinimumIsCountedAsRedundant() {
        Setting setting = Setting.of(40, CodingCost.none());
        for (Carrier carrier : List.of(Carrier.GOSSIP, Carrier.RANDOM_BLOCK)) {
            Spread spread = run(carrier, setting, 1);
            long running = carrier == Carrier.GOSSIP ? 0 : setting.nodes();
            long useful = spread.sent() - spread.redundant();
            assertTrue(Math.abs(useful - 40 * 19) <= running, carrier + " " + spread);
        }
        assertEquals(0, run(Carrier.GOSSIP, setting, 1).redundant());
    }

    /** Liu 2015, section 6.2, about the transfer of one file: "the finish time is around only 80 seconds". */
    @Test
    void oneFileTakesAboutAsLongAsInTheThesis() {
        Setting one = Setting.of(16, CodingCost.thesis(16, LINK));
        assertEquals(80, meanFinish(one), 12);
        Setting two =
                one.batches(2, Setting.FILE_BYTES, BatchSchedule.SEQUENTIAL, Setting.CONSTANT);
        assertEquals(160, meanFinish(two), 24);
    }

    private static double meanFinish(Setting setting) {
        return LongStream.rangeClosed(1, 8)
                .mapToDouble(seed -> run(Carrier.GOSSIP, setting, seed).finish())
                .average()
                .orElseThrow();
    }

    /** Liu 2015, equation 3.1. */
    @Test
    void slowEncoderIsCharged() {
        CodingCost slow = CodingCost.thesis(8, LINK);
        double coded =
                run(Carrier.GOSSIP, Setting.of(40, slow).nodes(6, Setting.MEGABITS), 1).finish();
        Setting free = Setting.of(40, CodingCost.none()).nodes(6, Setting.MEGABITS);
        assertTrue(coded > 1.15 * run(Carrier.GOSSIP, free, 1).finish(), "finish " + coded);
    }

    @Test
    void accumulatorsCostFewRounds() {
        Setting all = Setting.of(32, CodingCost.none());
        for (long seed = 1; seed <= 3; seed++) {
            double later =
                    run(Carrier.GOSSIP, all.accumulators(2), seed).finish()
                            - run(Carrier.GOSSIP, all, seed).finish();
            assertTrue(later * 1e9 / all.blockNanos() <= 3, "seed " + seed + ": " + later);
        }
    }

    @Test
    void fitFindsThePowerAndWhereItMeetsTheLink() {
        Fit fit = Fit.of(List.of(session(8), session(32), session(128)));
        assertEquals(1.5, fit.alpha(), 1e-9);
        assertEquals(2e-9, fit.beta(), 1e-15);
        double k = fit.balanced(1e6, 0);
        assertEquals(1e-6, fit.seconds(k, 1 / k), 1e-9);
    }

    private static Session session(int k) {
        return new Session(k, 1_000, 2e-9 * 1_000 * Math.pow(k, 1.5), 0, 0);
    }
}
