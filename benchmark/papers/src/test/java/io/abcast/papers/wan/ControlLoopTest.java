package io.abcast.papers.wan;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.papers.forest.Loads;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * The controller of FOREST in a closed loop: its plans change what it measures. Five sites have links of 40 Mbit/s, and
 * the load comes in an open loop. All times are virtual.
 */
final class ControlLoopTest {
    private static final int WARM = 10;
    private static final int EVENT = 14;

    private static double[] printed(double skewness) {
        return Loads.PRINTED.percent(5, skewness);
    }

    /** Runs without a disturbance, and checks the plans and the committed rate after the warm-up. */
    private static ControlledSites steady(double[] shares, double factor, double leastRate) {
        ControlledSites sites = new ControlledSites(shares, factor, 1);
        int end = WARM + 14;
        sites.runUntil(end);
        long plans = sites.plansInTenSeconds(WARM, end);
        assertTrue(plans <= 1, () -> plans + " plans in 10 s");
        double rate = sites.rate(WARM, end) / sites.planned();
        assertTrue(rate >= leastRate, () -> rate + " of the plan's total");
        return sites;
    }

    @Test
    void aSteadyLoadHasOnePlanAndMeasuredRates() {
        ControlledSites sites = steady(printed(1.5), 0.8, 0.97);
        double error = sites.loadError(WARM, WARM + 14);
        assertTrue(error <= 0.1, () -> "error of the measured loads: " + error);
    }

    @Test
    void linksThatAreJustFullKeepTheirPlan() {
        steady(printed(1.5), 1, 0.93);
    }

    @Test
    void moreLoadThanTheLinksCarryKeepsItsPlan() {
        steady(printed(1.5), 1.2, 0.92);
    }

    /** Direct sending carries an equal load, so no relay is needed. */
    @Test
    void anEqualLoadKeepsItsPlan() {
        steady(new double[] {1, 1, 1, 1, 1}, 1, 0.9);
    }

    private static void recovers(Consumer<ControlledSites> disturbance, int mostSeconds) {
        ControlledSites sites = new ControlledSites(printed(1.5), 1, 1);
        sites.runUntil(EVENT);
        disturbance.accept(sites);
        sites.runUntil(EVENT + mostSeconds + 4);
        int seconds = sites.recovery(EVENT);
        assertTrue(seconds <= mostSeconds, () -> "recovered after " + seconds + " s");
    }

    /** The other members have another view after 2.5 s. */
    @Test
    void theRestRecoversFromADeadRelay() {
        recovers(sites -> sites.kill(4), 3);
    }

    @Test
    void theSitesRecoverFromALoadThatMoves() {
        recovers(ControlledSites::moveLoad, 5);
    }
}
