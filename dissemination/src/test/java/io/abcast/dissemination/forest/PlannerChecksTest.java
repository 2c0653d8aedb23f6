package io.abcast.dissemination.forest;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Tests that wrong answers of a solver lead to slower plans but never to invalid plans. */
final class PlannerChecksTest {
    private static final double[][] UNIT = {{0, 1, 1}, {1, 0, 1}, {1, 1, 0}};

    private static ForestSites sites(double... load) {
        return new ForestSites(
                ForestSites.numbers(3),
                new double[] {2, 10, 6},
                new double[] {9, 9, 9},
                load,
                UNIT);
    }

    private static void fallsBack(LinearSolver solver) {
        ForestPlanner planner = new ForestPlanner(solver);
        ForestPlan plan = planner.plan(sites(5, 5, 5), PlanObjective.SUM);
        assertEquals(ForestPlan.Origin.FALLBACK, plan.origin());
        assertEquals(1, planner.fallbacks());
        // Site 0 has load 5 and uplink 2, so the planner must scale all loads by 2 / 5.
        assertArrayEquals(new double[] {2, 2, 2}, plan.rates(), 1e-12);
        assertNull(new PlanCheck(sites(5, 5, 5)).violated(plan.rates(), plan.r()));
    }

    private static LinearSolver always(double share) {
        return program -> {
            double[] values = new double[program.variables()];
            Arrays.fill(values, share);
            return values;
        };
    }

    @Test
    void aBadAnswerIsReplacedByAlgorithm1() {
        fallsBack(program -> null);
        fallsBack(program -> new double[1]);
        fallsBack(always(Double.NaN));
        fallsBack(always(0));
        fallsBack(always(-1));
        // A solution with equal shares of all overlays overloads site 0, which needs its whole
        // uplink for its own payloads.
        fallsBack(always(1));
    }

    @Test
    void aFeasibleAnswerThatIsNotOptimalIsUsedAndCounted() {
        ForestSites sites =
                new ForestSites(
                        ForestSites.numbers(3),
                        new double[] {50, 50, 50},
                        new double[] {50, 50, 50},
                        new double[] {4, 4, 4},
                        UNIT);
        ForestPlanner planner = new ForestPlanner(always(1));
        ForestPlan plan = planner.plan(sites, PlanObjective.SUM);
        assertEquals(ForestPlan.Origin.FEASIBLE, plan.origin());
        assertEquals(1, planner.unproven());
        assertEquals(0, planner.fallbacks());
        assertEquals(12, plan.total());
    }

    @Test
    void theCheckFindsEachViolation() {
        PlanCheck check = new PlanCheck(sites(1, 3, 5));
        double[] rates = {1, 3, 5};
        double[][] r = {{1, 0, 0}, {0, 3, 0}, {0, 4, 1}};
        assertNull(check.violated(rates, r));
        assertViolated("(5.3)", check.violated(new double[] {1, 3, 5.1}));
        assertViolated("rate of site 1", check.violated(new double[] {1, -1, 5}));
        assertViolated("rate of site 1", check.violated(new double[] {1, Double.NaN, 5}));
        assertViolated("uplink", new PlanCheck(sites(3, 3, 3)).violated(new double[] {2.1, 0, 0}));
        assertViolated("(5.4)", new PlanCheck(sites(0, 9, 9)).violated(new double[] {0, 3.1, 6}));
        assertViolated("(5.5)", new PlanCheck(sites(2, 4, 4)).violated(new double[] {2, 3.6, 3.6}));
        assertViolated(
                "(5.8)", check.violated(rates, new double[][] {{1, 0, 0}, {0, 3, 0}, {1, 3, 1}}));
        assertViolated(
                "(5.9)", check.violated(rates, new double[][] {{1, 0, 0}, {0, 3, 0}, {0, 3, 1}}));
        assertViolated(
                "(5.10)", check.violated(rates, new double[][] {{1, 0, 0}, {-1, 4, 0}, {0, 4, 1}}));
    }

    private static void assertViolated(String part, String found) {
        assertNotNull(found, part);
        assertTrue(found.contains(part), found);
    }

    @Test
    void pricesExistOnlyForTheCheapestRates() {
        double[][] weights = {{1, 5}, {1, 1}};
        double[] room = {3, 9};
        double[][] cheapest = {{3, 0}, {0, 2}};
        OverlayPrices prices = OverlayPrices.of(weights, cheapest, room, 0);
        assertNotNull(prices);
        assertTrue(prices.isTight(0, 0) && prices.isTight(1, 1));
        assertNull(OverlayPrices.of(weights, new double[][] {{1, 2}, {2, 0}}, room, 0));
        assertNull(OverlayPrices.of(weights, new double[][] {{2, 1}, {0, 2}}, room, 0));
    }
}
