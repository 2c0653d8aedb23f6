package io.abcast.dissemination.forest.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.dissemination.forest.node.ForestMessage.PlanMessage;
import org.junit.jupiter.api.Test;

final class CurrentPlanTest {
    private static final long VIEW = 0b1011;
    private static final long LIFETIME = 1000;

    private final CurrentPlan current = new CurrentPlan(1, LIFETIME);

    private static PlanMessage plan(long epoch, long number, double direct) {
        double[][] r = {{3, 0, 1}, {2, direct, 0}, {0, 0, 0}};
        return plan(epoch, number, new int[] {0, 1, 3}, new double[] {4, 2 + direct, 0}, r);
    }

    private static PlanMessage plan(
            long epoch, long number, int[] members, double[] rates, double[][] r) {
        return new PlanMessage(epoch, number, members, rates, r);
    }

    private String offer(PlanMessage plan) {
        return current.offer(0, plan, VIEW, 0);
    }

    @Test
    void givesTheRatesOfThisMember() {
        assertNull(current.rates());
        assertNull(offer(plan(1, 1, 5)));
        double[] rates = current.rates();
        assertEquals(2, rates[0]);
        assertEquals(5, rates[1]);
        assertEquals(0, rates[3]);
        assertNull(
                offer(
                        plan(
                                1,
                                2,
                                new int[] {0, 3},
                                new double[] {1, 0},
                                new double[][] {{0, 1}, {0, 0}})));
        assertNull(current.rates());
    }

    @Test
    void usesTheNewestPlan() {
        assertNull(offer(plan(2, 5, 1)));
        assertEquals("old", offer(plan(2, 4, 2)));
        assertEquals("old", offer(plan(1, 9, 2)));
        assertNull(offer(plan(2, 6, 2)));
        assertNull(offer(plan(3, 1, 3)));
        assertEquals(3, current.rates()[1]);
    }

    @Test
    void refusesContradictions() {
        assertNull(offer(plan(2, 5, 1)));
        assertNull(offer(plan(2, 5, 1)));
        assertEquals("contradictory", offer(plan(2, 5, 2)));
        assertEquals("contradictory", current.offer(3, plan(2, 5, 1), VIEW, 0));
        assertEquals(1, current.rates()[1]);
    }

    @Test
    void refusesAbsurdPlans() {
        int[] members = {0, 1, 3};
        double[] none = new double[3];
        double[][] zeros = new double[3][3];
        assertEquals("shape", offer(plan(1, 1, new int[0], new double[0], new double[0][])));
        assertEquals("shape", offer(plan(1, 1, members, new double[2], zeros)));
        assertEquals("shape", offer(plan(1, 1, members, none, new double[3][2])));
        assertEquals(
                "members are not ascending", offer(plan(1, 1, new int[] {0, 1, 1}, none, zeros)));
        assertEquals("unknown member", offer(plan(1, 1, new int[] {0, 1, 2}, none, zeros)));
        for (double wrong : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY}) {
            double[][] r = {{wrong, 0, 0}, {0, 0, 0}, {0, 0, 0}};
            assertEquals("rate", offer(plan(1, 1, members, none, r)));
        }
        double[][] one = {{1, 0, 0}, {0, 0, 0}, {0, 0, 0}};
        assertEquals("row sum", offer(plan(1, 1, members, none, one)));
        assertEquals("row sum", offer(plan(1, 1, members, new double[] {2, 0, 0}, one)));
        assertEquals("row sum", offer(plan(1, 1, members, new double[] {1, Double.NaN, 0}, one)));
        assertNull(current.plan());
    }

    @Test
    void expiresAndThenForgetsItsNumber() {
        assertNull(offer(plan(Long.MAX_VALUE, Long.MAX_VALUE, 1)));
        assertFalse(current.expire(LIFETIME - 1));
        assertNull(current.offer(0, plan(Long.MAX_VALUE, Long.MAX_VALUE, 1), VIEW, 500));
        assertFalse(current.expire(LIFETIME));
        assertTrue(current.expire(500 + LIFETIME));
        assertNull(current.plan());
        assertNull(offer(plan(1, 1, 1)));
    }
}
