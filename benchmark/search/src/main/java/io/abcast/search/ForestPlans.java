package io.abcast.search;

import io.abcast.dissemination.forest.ForestPlan;
import io.abcast.dissemination.forest.ForestPlanner;
import io.abcast.dissemination.forest.ForestSites;
import io.abcast.dissemination.forest.PlanObjective;
import io.abcast.dissemination.forest.node.ForestMessage.PlanMessage;
import io.abcast.sim.Rng;
import java.util.Arrays;

/**
 * Makes plans of FOREST (sending rates of the members) for a search: plans of Algorithm 1 (Tan 2019), random plans, and
 * invalid plans.
 */
final class ForestPlans {
    private static final double RATE = 1_000_000;

    private final int members;
    private final Rng random;

    /** Without a solver of linear programs, the planner always uses the heuristic Algorithm 1 (Tan 2019). */
    private final ForestPlanner planner = new ForestPlanner(program -> null);

    private long epoch = 1;
    private long number;

    ForestPlans(int members, Rng random) {
        this.members = members;
        this.random = random;
    }

    PlanMessage next() {
        if (random.chance(0.1)) {
            epoch++;
            number = 0;
        }
        number++;
        return switch ((int) random.between(0, 4)) {
            case 0 -> absurd();
            case 1, 2 -> ofAlgorithm1();
            default -> randomPlan();
        };
    }

    private double[] drawn() {
        double[] rates = new double[members];
        for (int i = 0; i < members; i++) rates[i] = RATE * random.unit();
        return rates;
    }

    private PlanMessage ofAlgorithm1() {
        double[][] latency = new double[members][members];
        for (double[] row : latency) Arrays.fill(row, 1);
        for (int i = 0; i < members; i++) latency[i][i] = 0;
        ForestSites sites =
                new ForestSites(ForestSites.numbers(members), drawn(), drawn(), drawn(), latency);
        ForestPlan plan = planner.plan(sites, PlanObjective.SUM);
        return new PlanMessage(epoch, number, all(), plan.rates(), plan.r());
    }

    private int[] all() {
        int[] all = new int[members];
        for (int i = 0; i < members; i++) all[i] = i;
        return all;
    }

    private PlanMessage randomPlan() {
        double[][] r = new double[members][];
        double[] rates = new double[members];
        for (int i = 0; i < members; i++) {
            r[i] = drawn();
            if (random.chance(0.3)) r[i][i] = 0;
            for (double each : r[i]) rates[i] += each;
        }
        return new PlanMessage(epoch, number, all(), rates, r);
    }

    private PlanMessage absurd() {
        PlanMessage plan = randomPlan();
        int i = (int) random.between(0, members - 1);
        switch ((int) random.between(0, 6)) {
            case 0 -> plan.r()[i][0] = Double.NaN;
            case 1 -> plan.r()[i][0] = Double.POSITIVE_INFINITY;
            case 2 -> plan.r()[i][0] = -1;
            case 3 -> plan.rates()[i] *= 2;
            case 4 -> plan.members()[i] = 60;
            case 5 -> Arrays.fill(plan.r()[i], 0);
            default -> {
                return new PlanMessage(
                        Long.MAX_VALUE - random.between(0, 1),
                        number,
                        plan.members(),
                        plan.rates(),
                        plan.r());
            }
        }
        return plan;
    }
}
