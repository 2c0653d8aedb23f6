package io.abcast.dissemination.forest;

/**
 * A plan: the rate at which each site sends payloads over each of its overlays. An overlay is a path on which a
 * source's payloads reach all sites, directly or over one relay. Immutable; callers must not write to the arrays of a
 * plan.
 *
 * @param sustainable whether the sites can carry the whole offered load, so that {@code rates} equals the offered load
 * @param rates rate R'_i at which site i may send new payloads, in the unit of the planner's input
 * @param r part r_ij of the rate R'_i that site i sends to relay j, in row i, column j; site i sends r_ii directly to
 *     all sites
 * @param objective the sum, over all overlays O_ij, of weight l(O_ij) times rate r_ij, in units of rate x latency
 * @param gain the sum of {@code rates} divided by the sustainable sum with direct sending only (Tan 2019, (4.19)); 1
 *     without a load or with only one site
 * @param origin how the planner found the rates of the overlays
 */
public record ForestPlan(
        boolean sustainable,
        double[] rates,
        double[][] r,
        double objective,
        double gain,
        Origin origin) {
    /** How the planner found the overlay rates of a plan. */
    public enum Origin {
        /**
         * Origin of a plan: the overlay rates are the solver's answer, which passed all checks and is proven optimal.
         */
        OPTIMAL,
        /**
         * Origin of a plan: the overlay rates are the solver's answer, which satisfies all constraints, but is not
         * proven optimal.
         */
        FEASIBLE,
        /**
         * Origin of a plan: Algorithm 1 of Tan 2019, because the solver gave no answer, or an answer that violates a
         * constraint.
         */
        FALLBACK
    }

    /** The sum of the rates R'_i of all sites, in the unit of the planner's input. */
    public double total() {
        return SustainableRates.sum(rates);
    }

    static double gain(double[] uplink, double[] rates) {
        int n = rates.length;
        if (n == 1) return 1;
        double direct = 0;
        for (int i = 0; i < n; i++) direct += Math.min(rates[i], uplink[i] / (n - 1));
        return direct == 0 ? 1 : SustainableRates.sum(rates) / direct;
    }
}
