package io.abcast.dissemination.forest;

/**
 * Computes plans of overlay rates in two phases. The first phase finds the sustainable site rates with the largest sum.
 * The second phase finds the overlay rates with the lowest total weight that carry the site rates. A planner is not
 * thread-safe. A plan depends only on the ratios of the rates, not on their unit.
 *
 * <p>Before the planner calls the solver, it divides all rates by the largest rate, because solvers have absolute
 * tolerances. The planner checks each answer of the solver against every constraint of a plan. If the solver's answer
 * fails the check, the planner uses Algorithm 1 of Tan 2019 with the largest sustainable multiple of the load.
 */
public final class ForestPlanner {
    private static final int KEPT_BITS = 40;

    private final LinearSolver solver;
    private long plans;
    private long fallbacks;
    private long unproven;

    public ForestPlanner(LinearSolver solver) {
        this.solver = solver;
    }

    /** Number of plans that this planner has made. */
    public long plans() {
        return plans;
    }

    /**
     * Number of plans that this planner made by Algorithm 1 of Tan 2019 because the solver failed or its solution
     * violated a constraint.
     */
    public long fallbacks() {
        return fallbacks;
    }

    /** Number of this planner's plans that satisfy all constraints but are not proven optimal. */
    public long unproven() {
        return unproven;
    }

    /**
     * Computes a plan of overlay rates for the sites.
     *
     * @param sites the sites, with the capacities that the plan may use; headroom (a free share of each link) is
     *     already subtracted
     */
    public ForestPlan plan(ForestSites sites, PlanObjective objective) {
        plans++;
        double[] uplink = sites.uplink();
        double[] downlink = sites.downlink();
        double[] load = sites.load();
        double[][] weights = objective.weights(sites.latency());
        boolean sustainable = SustainableRates.holdsLoad(uplink, downlink, load);
        double[] rates = SustainableRates.of(uplink, downlink, load);
        double[][] r = new double[sites.n()][sites.n()];
        ForestPlan.Origin origin = overlays(uplink, rates, weights, r);
        if (origin == ForestPlan.Origin.FALLBACK
                || new PlanCheck(sites).violated(rates, r) != null) {
            fallbacks++;
            origin = ForestPlan.Origin.FALLBACK;
            double t = SustainableRates.largestFactor(uplink, downlink, load);
            for (int i = 0; i < rates.length; i++) rates[i] = t * load[i];
            r = Algorithm1.rates(uplink, rates);
        } else if (origin == ForestPlan.Origin.FEASIBLE) {
            unproven++;
        }
        double gain = ForestPlan.gain(uplink, rates);
        return new ForestPlan(sustainable, rates, r, cost(weights, r), gain, origin);
    }

    private static double cost(double[][] weights, double[][] r) {
        double cost = 0;
        for (int i = 0; i < r.length; i++)
            for (int j = 0; j < r.length; j++) cost += weights[i][j] * r[i][j];
        return cost;
    }

    /** @param r array into which the method writes the rates of the overlays, by source and relay */
    private ForestPlan.Origin overlays(
            double[] uplink, double[] rates, double[][] weights, double[][] r) {
        int n = rates.length;
        if (n <= 2 || SustainableRates.sum(rates) == 0) {
            for (int i = 0; i < n; i++) r[i][i] = rates[i];
            return ForestPlan.Origin.OPTIMAL;
        }
        double unit = 0;
        for (int i = 0; i < n; i++) unit = Math.max(unit, Math.max(uplink[i], rates[i]));
        double[] scaled = scaled(rates, unit);
        OverlayProgram program = new OverlayProgram(scaled(uplink, unit), scaled, weights, solver);
        double[][] solved = program.solve();
        if (solved == null) return ForestPlan.Origin.FALLBACK;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                r[i][j] = scaled[i] == 0 ? 0 : solved[i][j] / scaled[i] * rates[i];
        return program.isProven() ? ForestPlan.Origin.OPTIMAL : ForestPlan.Origin.FEASIBLE;
    }

    /**
     * Returns the overlay rates of Algorithm 1 (Tan 2019) for the site rates of a plan, for comparison with the plan.
     */
    public static double[][] algorithm1(ForestSites sites, ForestPlan plan) {
        return Algorithm1.rates(sites.uplink(), plan.rates());
    }

    /** Rounds to 40 bits, so that equal rates in different units give equal quotients. */
    private static double[] scaled(double[] values, double unit) {
        double[] result = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            double value = values[i] / unit;
            double step = Math.scalb(1.0, Math.getExponent(value) - KEPT_BITS);
            result[i] = step > 0 ? Math.rint(value / step) * step : value;
        }
        return result;
    }
}
