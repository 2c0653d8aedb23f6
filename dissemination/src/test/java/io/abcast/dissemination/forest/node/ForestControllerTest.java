package io.abcast.dissemination.forest.node;

import static io.abcast.dissemination.forest.node.ForestSim.MILLI;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.dissemination.forest.node.ForestMessage.PlanMessage;
import io.abcast.dissemination.forest.node.ForestMessage.Report;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Tests controllers on simulated links in virtual time. The planner uses Algorithm 1, because no solver is on the class
 * path.
 */
@Execution(ExecutionMode.CONCURRENT)
final class ForestControllerTest {
    private static final int N = 5;
    private static final double RATE = 5e6;
    private static final int PAYLOAD = 20_000;

    private final ForestSim sim = new ForestSim(N, ForestSettings.defaults(false, 3), RATE);

    private void control(double uplinkMax) {
        sim.control(ControllerSettings.defaults(uplinkMax, 0), () -> program -> null);
    }

    private double rateAt(int site, long fromMillis, long toMillis) {
        sim.runUntil(fromMillis * MILLI);
        long before = sim.site(site).deliveredBytes;
        sim.runUntil(toMillis * MILLI);
        return (sim.site(site).deliveredBytes - before) * 1e3 / (toMillis - fromMillis);
    }

    @Test
    void measuresTheLinksAndMakesPlansThatUseThem() {
        control(0);
        sim.load(0, 0.85 * RATE, PAYLOAD, 30_000 * MILLI);
        assertTrue(rateAt(3, 200, 600) < 0.3 * RATE);
        double rate = rateAt(3, 8_000, 12_000);
        assertTrue(rate >= 0.8 * RATE, rate + " bytes/s");
        ForestController planner = sim.site(0).controller;
        assertTrue(planner.isPlanner());
        assertEquals(0.85 * RATE, planner.load(0), 0.085 * RATE);
        assertEquals(RATE, planner.uplink(0), 0.1 * RATE);
        long plans = planner.plansMade();
        sim.runUntil(22_000 * MILLI);
        assertTrue(planner.plansMade() <= plans + 1, "plans in 10 s: " + planner.plansMade());
        for (ForestSim.Site site : sim.sites) assertNotNull(site.node.plan());
    }

    @Test
    void aSourceThatWaitsForItsLinkGetsMoreOfTheOthers() {
        control(0);
        sim.window(0, (long) (0.3 * RATE), PAYLOAD, 30_000 * MILLI);
        assertTrue(rateAt(3, 200, 600) < 0.3 * RATE);
        double rate = rateAt(3, 5_000, 8_000);
        assertTrue(rate >= 0.85 * RATE, rate + " bytes/s");
        long plans = sim.site(0).controller.plansMade();
        sim.runUntil(18_000 * MILLI);
        plans = sim.site(0).controller.plansMade() - plans;
        assertTrue(plans <= 1, "plans in 10 s: " + plans);
    }

    @Test
    void followsALoadThatMoves() {
        control(0);
        sim.load(0, 0.7 * RATE, PAYLOAD, 10_000 * MILLI);
        sim.events.at(10_000 * MILLI, () -> sim.load(3, 0.7 * RATE, PAYLOAD, 30_000 * MILLI));
        double before = rateAt(1, 7_000, 10_000);
        assertTrue(before >= 0.65 * RATE, before + " bytes/s");
        double after = rateAt(1, 15_000, 18_000);
        assertTrue(after >= 0.65 * RATE, after + " bytes/s");
    }

    @Test
    void followsAnUplinkThatIsHalved() {
        control(0);
        sim.load(0, 0.85 * RATE, PAYLOAD, 40_000 * MILLI);
        sim.runUntil(10_000 * MILLI);
        sim.site(0).uplink = RATE / 2;
        double after = rateAt(1, 15_000, 18_000);
        assertTrue(after >= 0.9 * 0.5 * 0.95 * RATE, after + " bytes/s");
        assertEquals(RATE / 2, sim.site(0).controller.uplink(0), 0.05 * RATE);
    }

    @Test
    void theBoundOfALinkIsKept() {
        control(0.4 * RATE);
        sim.load(0, 0.85 * RATE, PAYLOAD, 10_000 * MILLI);
        sim.runUntil(10_000 * MILLI);
        assertEquals(0.4 * RATE, sim.site(0).controller.uplink(0), 1);
        PlanMessage plan = sim.site(0).node.plan();
        double total = 0;
        for (double rate : plan.rates()) total += rate;
        assertTrue(total <= 0.4 * 0.95 * RATE + 1, total + " bytes/s planned");
    }

    @Test
    void aNewPlannerTakesAHigherEpochAndMembersFollow() {
        control(0);
        sim.load(1, 0.5 * RATE, PAYLOAD, 20_000 * MILLI);
        sim.runUntil(5_000 * MILLI);
        long epoch = sim.site(4).node.plan().epoch();
        sim.site(0).isAlive = false;
        sim.view();
        sim.runUntil(10_000 * MILLI);
        assertTrue(sim.site(1).controller.isPlanner());
        PlanMessage plan = sim.site(4).node.plan();
        assertTrue(plan.epoch() > epoch, plan.epoch() + " after " + epoch);
        assertEquals(4, plan.members().length);
        for (int i = 1; i < N; i++) assertEquals(plan.number(), sim.site(i).node.plan().number());
    }

    @Test
    void withoutAPlannerPlansExpire() {
        control(0);
        sim.load(1, 0.2 * RATE, PAYLOAD, 20_000 * MILLI);
        sim.runUntil(5_000 * MILLI);
        assertNotNull(sim.site(4).node.plan());
        sim.site(0).isAlive = false;
        sim.runUntil(10_500 * MILLI);
        assertNull(sim.site(4).node.plan());
        assertEquals(0, sim.site(1).controller.plansMade());
    }

    @Test
    void absurdReportsAreIgnored() {
        control(0);
        sim.load(1, 0.2 * RATE, PAYLOAD, 20_000 * MILLI);
        sim.runUntil(5_000 * MILLI);
        ForestController planner = sim.site(0).controller;
        double load = planner.load(2);
        for (double wrong : new double[] {Double.NaN, -1, Double.POSITIVE_INFINITY})
            planner.onMessage(
                    2,
                    new Report(wrong, false, 1, true, 1, 0, 0, 0, 0, 0, new long[0]),
                    sim.events.now());
        assertEquals(load, planner.load(2));
        // Member 9, the sender of this report, is not in the view.
        planner.onMessage(
                9, new Report(1, false, 1, true, 1, 0, 0, 0, 0, 0, new long[0]), sim.events.now());
        assertEquals(0, planner.load(9));
    }
}
