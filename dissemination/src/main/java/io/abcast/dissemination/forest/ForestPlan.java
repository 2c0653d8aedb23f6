package io.abcast.dissemination.forest;

/**
 * A plan: the rate at which each site sends payloads over each of its overlays. An overlay is a path on which a
 * source's payloads reach all sites, directly or over one relay. A plan is immutable; callers must not write to its
 * arrays.
 *
 * @param sustainable whether the sites can carry the whole offered load. If {@code sustainable} is true, {@code rates}
 *     equals the offered load
 * @param rates rate R'_i at which site i may send new payloads, in the unit of the planner's input
 * @param r part r_ij of the rate R'_i that site i sends to relay j, in row i, column j. Site i sends the part r_ii of
 *     its rate directly to all sites
 * @param objective the sum, over all overlays O_ij, of weight l(O_ij) times rate r_ij, in units of rate x latency
 * @param gain the sum of {@code rates} divided by the sum of rates that the sites could sustain if they only sent
 *     directly (Tan 2019, (4.19)). The gain of a plan is 1 if there is no load or only one site
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
         * Origin of a plan: the solver gave no answer, or an answer that violates a constraint. Because the solver
         * failed, the planner used Algorithm 1 of Tan 2019, with the largest sustainable multiple of the loads as site
         * rates.
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
