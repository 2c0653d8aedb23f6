package io.abcast.dissemination.forest;

/**
 * A plan: the rate at which each site sends over each of its overlays. An overlay is a path of payloads to all sites,
 * directly or over one relay. Immutable; callers must not write to the arrays.
 *
 * @param sustainable whether the sites can carry the whole offered load. If so, {@code rates} equals the load
 * @param rates R'_i: rate at which site i may send new payloads, in the unit of the input
 * @param r r_ij: part of R'_i that site i sends to relay j, in row i, column j. Site i sends the part r_ii directly to
 *     all sites
 * @param objective the sum of l(O_ij) r_ij, in units of rate x latency
 * @param gain the sum of {@code rates} divided by the sum of rates that the sites could sustain if they only sent
 *     directly (Tan 2019, (4.19)). The gain is 1 without load and for one site
 * @param origin how the overlays were found
 */
public record ForestPlan(
        boolean sustainable,
        double[] rates,
        double[][] r,
        double objective,
        double gain,
        Origin origin) {
    /** How the overlays of a plan were found. */
    public enum Origin {
        /** The solver's answer passed all checks and is proven optimal. */
        OPTIMAL,
        /** The solver's answer satisfies all constraints, but is not proven optimal. */
        FEASIBLE,
        /**
         * The solver gave no answer, or an answer that violates a constraint. The plan is that of Algorithm 1, with the
         * rates t x R_i.
         */
        FALLBACK
    }

    /** The sum of the rates. */
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
