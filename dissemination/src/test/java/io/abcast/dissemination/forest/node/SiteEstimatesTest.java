package io.abcast.dissemination.forest.node;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.dissemination.forest.ForestPlan;
import io.abcast.dissemination.forest.ForestPlanner;
import io.abcast.dissemination.forest.ForestSites;
import io.abcast.dissemination.forest.PlanObjective;
import io.abcast.dissemination.forest.node.ForestMessage.Report;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class SiteEstimatesTest {
    private static final double RATE = 5e6;
    private static final int[] VIEW = {0, 1, 2, 3, 4};
    private static final long SECOND = 1_000_000_000;

    private final SiteEstimates sites = new SiteEstimates(ControllerSettings.defaults(0, 0));
    private long now;

    SiteEstimatesTest() {
        sites.retain(VIEW);
    }

    private void report(double load, boolean isHeldBack) {
        now += SECOND / 2;
        for (int member : VIEW)
            sites.onReport(
                    member,
                    new Report(
                            member == 0 ? load : 1e5,
                            member == 0 && isHeldBack,
                            RATE,
                            false,
                            RATE,
                            0,
                            0,
                            RATE,
                            0,
                            0,
                            new long[0]),
                    now);
    }

    private ForestSites plan() {
        ForestSites input = sites.input(VIEW, now);
        sites.planned(VIEW, new ForestPlanner(program -> null).plan(input, PlanObjective.SUM));
        return input;
    }

    @Test
    void aPlanLeavesFreeWhatTheLoadAllows() {
        report(2e6, false);
        assertArrayEquals(
                IntStream.of(VIEW).mapToDouble(i -> 0.7 * RATE).toArray(), plan().uplink(), 1);
    }

    @Test
    void theUplinkOfASourceKeepsRoomForItsOwnLoad() {
        report(4.4e6, false);
        ForestSites input = plan();
        assertEquals(4.4e6, input.load()[0], 1);
        assertEquals(4.4e6, input.uplink()[0], 1);
        assertEquals(4.0 / 5 * (4.4e6 + 4e5), input.uplink()[1], 10);
    }

    @Test
    void aSourceThatIsHeldBackIsPlannedWithAllThatTheLinksAllow() {
        report(1e6, true);
        ForestSites input = plan();
        assertEquals(0.95 * RATE, input.load()[0], 1);
        assertEquals(1e5, input.load()[1], 1);
        assertEquals(1e6, sites.load(0), 1);
    }

    @Test
    void anEvenPlanGainsIfAnUplinkIsBusy() {
        report(1e6, false);
        assertEquals(1, sites.gain(now));
        report(1e6, true);
        assertEquals(4 / (4 * 1.4 / 5), sites.gain(now), 1e-9);
        plan();
        assertEquals(1, sites.gain(now), 0.01);
        now += 3 * SECOND;
        assertFalse(sites.isBusy(now));
    }

    @Test
    void aPlanIsCheaperIfItSendsMoreDirectly() {
        report(1e6, true);
        plan();
        now += 3 * SECOND;
        for (int i = 0; i < 3; i++) report(2e5, false);
        assertTrue(sites.haveChanged());
        ForestSites input = sites.input(VIEW, now);
        double[][] r = new double[VIEW.length][VIEW.length];
        for (int i = 0; i < r.length; i++) r[i][i] = input.load()[i];
        ForestPlan made = new ForestPlan(true, input.load(), r, 0, 1, ForestPlan.Origin.OPTIMAL);
        assertTrue(sites.isCheaper(VIEW, input, PlanObjective.SUM, made));
        sites.planned(VIEW, made);
        assertFalse(sites.isCheaper(VIEW, input, PlanObjective.SUM, made));
    }

    @Test
    void aLinkWithoutAQueueIsTriedWithMore() {
        for (int i = 0; i < 2; i++) {
            now += SECOND;
            for (int member : VIEW)
                sites.onReport(
                        member,
                        new Report(
                                1e6,
                                member == 0,
                                member < 2 ? RATE : 0.5 * RATE,
                                member == 0,
                                0,
                                0,
                                0,
                                0,
                                0,
                                0,
                                new long[0]),
                        now);
        }
        plan();
        now += SECOND;
        assertTrue(sites.mayGrow(now));
        sites.grow(now);
        assertEquals(1.25 * RATE, sites.uplink(1), 1);
        assertEquals(RATE, sites.uplink(0), 1);
        assertFalse(sites.mayGrow(now + SECOND));
    }
}
