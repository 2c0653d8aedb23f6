package io.abcast.uplinks;

import io.abcast.dissemination.forest.ForestPlan;
import io.abcast.dissemination.forest.ForestPlanner;
import io.abcast.dissemination.forest.ForestSites;
import io.abcast.dissemination.forest.PlanObjective;
import io.abcast.jgroups.forest.OjAlgoSolver;
import java.util.Arrays;
import java.util.stream.IntStream;

/** The loads that a forest can carry over links of given rates. */
final class SustainableLoad {
    /** Share of a link's rate that the payload of one TCP stream gets; headers take the rest. */
    static final double PAYLOAD_SHARE = 0.956;

    private static final int HALVINGS = 40;
    private static final double TOLERANCE = 1e-9;

    private SustainableLoad() {}

    /**
     * The largest total rate, in bit/s, at which the mix of the load is sustainable.
     *
     * @param up uplinks in bit/s
     * @param down downlinks in bit/s
     */
    static double total(OfferedLoad load, double[] up, double[] down) {
        double low = 0;
        double high = 0;
        for (double each : up) high += each;
        for (int i = 0; i < HALVINGS; i++) {
            double middle = (low + high) / 2;
            if (planned(load.rates(middle), up, down, -1) >= middle * (1 - TOLERANCE)) low = middle;
            else high = middle;
        }
        return low;
    }

    /**
     * The total rate, in bit/s, that the plan for an offered load admits.
     *
     * @param offered offered load of each host in bit/s
     * @param absent number of a host that does not run, or -1
     */
    static double planned(double[] offered, double[] up, double[] down, int absent) {
        double[] rates = without(offered, absent);
        int n = rates.length;
        double[][] latency = new double[n][n];
        for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) latency[i][j] = i == j ? 0 : 1;
        ForestSites sites =
                new ForestSites(
                        ForestSites.numbers(n),
                        net(without(up, absent)),
                        net(without(down, absent)),
                        rates,
                        latency);
        ForestPlan plan = new ForestPlanner(new OjAlgoSolver()).plan(sites, PlanObjective.SUM);
        return plan.total();
    }

    private static double[] without(double[] of, int absent) {
        return IntStream.range(0, of.length)
                .filter(i -> i != absent)
                .mapToDouble(i -> of[i])
                .toArray();
    }

    private static double[] net(double[] rates) {
        return Arrays.stream(rates).map(rate -> rate * PAYLOAD_SHARE).toArray();
    }
}
