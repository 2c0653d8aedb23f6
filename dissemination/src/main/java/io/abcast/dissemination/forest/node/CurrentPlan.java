package io.abcast.dissemination.forest.node;

import io.abcast.dissemination.forest.ForestSites;
import io.abcast.dissemination.forest.node.ForestMessage.PlanMessage;
import java.util.Arrays;

/**
 * The newest plan that this member has accepted. Each received plan is checked, and refused if it is old, contradictory
 * or has absurd values. So wrong plans of a faulty member can reduce the throughput, but have no other effect. Without
 * a fresh plan, members send directly.
 */
final class CurrentPlan {
    /**
     * Maximum relative difference between a site's rate and the sum of its overlay rates that counts as a rounding
     * error.
     */
    private static final double ROUNDING = 1e-6;

    private final int self;
    private final long lifetimeNanos;
    private PlanMessage plan;
    private int planner = -1;
    private long receivedNanos;

    CurrentPlan(int self, long lifetimeNanos) {
        this.self = self;
        this.lifetimeNanos = lifetimeNanos;
    }

    /** The plan in use; {@code null} if no plan is in use. */
    PlanMessage plan() {
        return plan;
    }

    long ageNanos(long nowNanos) {
        return nowNanos - receivedNanos;
    }

    /**
     * The rates of this member's overlays, indexed by the member that is the relay; {@code null} without a plan that
     * names this member.
     */
    double[] rates() {
        if (plan == null) return null;
        int row = Arrays.binarySearch(plan.members(), self);
        if (row < 0) return null;
        double[] rates = new double[ForestSettings.ID_MAX + 1];
        for (int j = 0; j < plan.members().length; j++) rates[plan.members()[j]] = plan.r()[row][j];
        return rates;
    }

    /** @return whether the plan in use has expired */
    boolean expire(long nowNanos) {
        if (plan == null || ageNanos(nowNanos) < lifetimeNanos) return false;
        // The number of the plan is forgotten as well, because an absurdly high number must not
        // block later plans
        // forever.
        plan = null;
        planner = -1;
        return true;
    }

    /**
     * Offers a plan.
     *
     * @return the reason for a refusal; {@code null} if the plan is accepted or repeats the plan in use
     */
    String offer(int from, PlanMessage offered, long present, long nowNanos) {
        String wrong = wrong(offered, present);
        if (wrong != null) return wrong;
        if (plan != null) {
            int newer = Long.compare(offered.epoch(), plan.epoch());
            if (newer == 0) newer = Long.compare(offered.number(), plan.number());
            if (newer < 0) return "old";
            if (newer == 0 && (from != planner || !isSame(offered))) return "contradictory";
        }
        plan = offered;
        planner = from;
        receivedNanos = nowNanos;
        return null;
    }

    private boolean isSame(PlanMessage offered) {
        return Arrays.equals(plan.members(), offered.members())
                && Arrays.equals(plan.rates(), offered.rates())
                && Arrays.deepEquals(plan.r(), offered.r());
    }

    private static String wrong(PlanMessage plan, long present) {
        int n = plan.members().length;
        if (n == 0 || plan.rates().length != n || plan.r().length != n) return "shape";
        for (int i = 0; i < n; i++) {
            int member = plan.members()[i];
            if (i > 0 && member <= plan.members()[i - 1]) return "members are not ascending";
            if (member < 0 || member > ForestSettings.ID_MAX || ((present >>> member) & 1) == 0)
                return "unknown member";
            if (plan.r()[i].length != n) return "shape";
            double sum = 0;
            for (double rate : plan.r()[i]) {
                if (!isRate(rate)) return "rate";
                sum += rate;
            }
            double expected = plan.rates()[i];
            if (!isRate(expected) || Math.abs(sum - expected) > ROUNDING * expected)
                return "row sum";
        }
        return null;
    }

    private static boolean isRate(double rate) {
        return rate >= 0 && rate <= ForestSites.VALUE_MAX;
    }
}
