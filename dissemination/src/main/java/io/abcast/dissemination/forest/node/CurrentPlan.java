package io.abcast.dissemination.forest.node;

import io.abcast.dissemination.forest.ForestSites;
import io.abcast.dissemination.forest.node.ForestMessage.PlanMessage;
import java.util.Arrays;

/**
 * The plan of overlay rates that this member uses, with the checks of received plans. The member refuses a plan that is
 * old, that contradicts the plan in use, or whose values are out of range. Wrong plans of a faulty planner can
 * therefore only reduce the throughput of the group. Without a fresh plan, members send their payloads directly to all
 * members.
 */
final class CurrentPlan {
    /**
     * Maximum relative difference between a site's rate and the sum of its overlay rates; a larger difference makes the
     * plan invalid.
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

    /** Returns {@code null} if the member uses no plan. */
    PlanMessage plan() {
        return plan;
    }

    long ageNanos(long nowNanos) {
        return nowNanos - receivedNanos;
    }

    /**
     * Planned rates in bytes/s, indexed by the relay of the overlay; {@code null} without a plan that names this
     * member.
     */
    double[] rates() {
        if (plan == null) return null;
        int row = Arrays.binarySearch(plan.members(), self);
        if (row < 0) return null;
        double[] rates = new double[ForestSettings.ID_MAX + 1];
        for (int j = 0; j < plan.members().length; j++) rates[plan.members()[j]] = plan.r()[row][j];
        return rates;
    }

    boolean expire(long nowNanos) {
        if (plan == null || ageNanos(nowNanos) < lifetimeNanos) return false;
        // Forget the number of the plan, because a wrong, very high number would block later plans
        // forever.
        plan = null;
        planner = -1;
        return true;
    }

    /**
     * @return the reason why this member refuses the plan; {@code null} if the member accepts the plan or already uses
     *     the plan
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
