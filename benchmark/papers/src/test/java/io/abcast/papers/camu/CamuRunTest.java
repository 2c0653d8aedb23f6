package io.abcast.papers.camu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Execution(ExecutionMode.CONCURRENT)
final class CamuRunTest {
    private static final long MILLI = 1_000_000;

    private static CamuExperiment experiment(MulticastRow row, PartnerSkew skew, LinkPlan plan) {
        return new CamuExperiment(row, CamuLoad.MICRO_2, skew, false, 12, 5 * MILLI, plan);
    }

    private static OperationFigures run(double micros, CamuExperiment experiment) {
        return new CamuRun(1, Math.round(micros * 1_000), false, false).measure(experiment, 1);
    }

    @ParameterizedTest
    @EnumSource(names = {"PB", "CAMU_OF_THESIS"})
    void roundTakesADelayAndTheMessagesOfAllPartitions(MulticastRow row) {
        OperationFigures figures = run(20, experiment(row, PartnerSkew.UNIFORM, LinkPlan.STATIC));
        double least = 22 * 0.020;
        assertTrue(figures.multiMean() >= least, figures::toString);
        assertTrue(figures.multiMean() <= least + 0.1, figures::toString);
        assertEquals(200, figures.batchesPerSecond(), 2);
    }

    @Test
    void genuineMulticastTakesTwoDelaysOrAnIteration() {
        CamuExperiment to = experiment(MulticastRow.TO, PartnerSkew.UNIFORM, LinkPlan.STATIC);
        OperationFigures atOnce = new CamuRun(1, 0, false, true).measure(to, 1);
        assertEquals(0.2, atOnce.multiMean(), 0.01);
        assertEquals(5, run(0, to).multiMean(), 0.5);
    }

    @Test
    void camuTakesTwoDelays() {
        CamuExperiment camu = experiment(MulticastRow.CAMU, PartnerSkew.UNIFORM, LinkPlan.OFF);
        assertEquals(0.2, run(0, camu).multiMean(), 0.01);
        assertEquals(0, run(0, camu).switches());
        assertEquals(200, run(20, camu).batchesPerSecond(), 2);
    }

    @Test
    void overloadedRoundsFollowEachOther() {
        OperationFigures figures =
                run(400, experiment(MulticastRow.PB, PartnerSkew.UNIFORM, LinkPlan.STATIC));
        assertEquals(22 * 0.4 + 0.1, figures.multiMean(), 0.5);
        assertTrue(figures.batchesPerSecond() < 120, figures::toString);
    }

    @ParameterizedTest
    @EnumSource(MulticastRow.class)
    void sameSeedHasTheSameFigures(MulticastRow row) {
        CamuExperiment zipf = experiment(row, PartnerSkew.ZIPF, LinkPlan.STATIC);
        assertEquals(run(10, zipf).mean(), run(10, zipf).mean());
        assertEquals(run(10, zipf).multiP99(), run(10, zipf).multiP99());
    }

    @ParameterizedTest
    @EnumSource(names = {"CAMU_OF_THESIS", "CAMU"})
    void linksSwitchDuringARun(MulticastRow row) {
        CamuExperiment forced = experiment(row, PartnerSkew.ZIPF, LinkPlan.FORCED);
        assertTrue(new CamuRun(3, 10_000, false, false).measure(forced, 1).switches() > 10);
        CamuExperiment still = experiment(row, PartnerSkew.ZIPF, LinkPlan.STATIC);
        assertEquals(0, new CamuRun(3, 10_000, false, false).measure(still, 1).switches());
    }

    @Test
    void partitionsSwitchLinksByTheRule() {
        CamuExperiment rule =
                experiment(MulticastRow.CAMU_OF_THESIS, PartnerSkew.ZIPF, LinkPlan.SHARE);
        assertTrue(run(10, rule).switches() > 0);
    }

    @Test
    void correlationOfALineIsOne() {
        assertEquals(
                1, CamuFigures.correlation(new double[] {1, 2, 4}, new double[] {3, 5, 9}), 1e-12);
        assertEquals(-1, CamuFigures.correlation(new double[] {1, 2}, new double[] {2, 1}), 1e-12);
    }
}
