package io.abcast.papers.wan;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.papers.forest.Loads;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the controller of FOREST in a closed loop: its plans change the traffic that the controller measures. */
@Execution(ExecutionMode.CONCURRENT)
final class ControlLoopTest {
    private static final int WARM = 10;
    private static final int EVENT = 14;

    private static double[] printed(double skewness) {
        return Loads.PRINTED.percent(5, skewness);
    }

    private static ControlledSites steady(
            double[] shares, double factor, long seed, int mostPlans, double leastRate) {
        ControlledSites sites = new ControlledSites(shares, factor, seed);
        int end = WARM + 14;
        sites.runUntil(end);
        long plans = sites.plansInTenSeconds(WARM, end);
        assertTrue(plans <= mostPlans, () -> plans + " plans in 10 s");
        double rate = sites.rate(WARM, end) / sites.planned();
        assertTrue(rate >= leastRate, () -> rate + " of the plan's total");
        return sites;
    }

    @Test
    void aSteadyLoadHasOnePlanAndMeasuredRates() {
        ControlledSites sites = steady(printed(1.5), 0.8, 1, 1, 0.97);
        double error = sites.loadError(WARM, WARM + 14);
        assertTrue(error <= 0.1, () -> "error of the measured loads: " + error);
    }

    @Tag("search")
    @Test
    void linksThatAreJustFullKeepTheirPlan() {
        steady(printed(1.5), 1, 1, 1, 0.93);
    }

    @Tag("search")
    @Test
    void moreLoadThanTheLinksCarryKeepsItsPlan() {
        steady(printed(1.5), 1.2, 1, 1, 0.92);
    }

    @Tag("search")
    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void anEqualLoadNeedsFewPlans(long seed) {
        steady(new double[] {1, 1, 1, 1, 1}, 1, seed, 3, 0.8);
    }

    private static ControlledSites disturbed(
            long seed, Consumer<ControlledSites> disturbance, double leastRate) {
        ControlledSites sites = new ControlledSites(printed(1.5), 1, seed);
        sites.runUntil(EVENT);
        disturbance.accept(sites);
        int end = EVENT + 16;
        sites.runUntil(end);
        double rate = sites.rate(EVENT + 6, end) / sites.planned();
        assertTrue(rate >= leastRate, () -> rate + " of the plan's total");
        return sites;
    }

    /**
     * The remaining members install a view without the dead relay 2.5 s after its loss. Five runs with different seeds
     * recovered after 3 to 5 s.
     */
    @Tag("search")
    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void theRestRecoversFromADeadRelay(long seed) {
        ControlledSites sites = disturbed(seed, each -> each.kill(4), 0.95);
        int seconds = sites.recovery(EVENT);
        assertTrue(seconds <= 6, () -> "recovered after " + seconds + " s");
    }

    @Tag("search")
    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void theSitesRecoverFromALoadThatMoves(long seed) {
        disturbed(seed, ControlledSites::moveLoad, 0.85);
    }
}
