package io.abcast.dissemination.forest;

/**
 * Checks the rates of a plan against every constraint of both planning phases (Tan 2019, (5.2)-(5.5) and (5.8)-(5.11)).
 * This check of plans shares no code with the planner and the solvers, so that it also detects their defects.
 */
public final class PlanCheck {
    /** Share of a bound by which a rate may exceed the bound because of rounding. */
    public static final double TOLERANCE = 1e-6;

    private static final double TOLERANCE_OF_LARGEST = 1e-11;

    private final ForestSites sites;
    private final double slack;

    /** @param sites the sites, with the capacities that the checked plans may use */
    public PlanCheck(ForestSites sites) {
        this.sites = sites;
        double largest = 0;
        for (int i = 0; i < sites.n(); i++)
            largest =
                    Math.max(
                            Math.max(largest, sites.uplink()[i]),
                            Math.max(sites.downlink()[i], sites.load()[i]));
        slack = largest * TOLERANCE_OF_LARGEST;
    }

    /**
     * Finds a violated constraint of a plan.
     *
     * @param rates rates R'_i of the sites in the plan
     * @param r overlay rates r_ij in row i, column j
     * @return a text with the first violated constraint and its values; {@code null} if the plan satisfies all
     *     constraints
     */
    public String violated(double[] rates, double[][] r) {
        String inRates = violated(rates);
        return inRates != null ? inRates : violatedByOverlays(rates, r);
    }

    /** Finds a violated constraint of the first planning phase, on the site rates. */
    public String violated(double[] rates) {
        int n = sites.n();
        double total = 0;
        double uplinks = 0;
        for (int i = 0; i < n; i++) {
            if (!(rates[i] >= 0 && rates[i] < Double.POSITIVE_INFINITY))
                return text("rate of site", i, rates[i], ">= 0 and finite", 0);
            if (exceeds(rates[i], sites.load()[i]))
                return text("(5.3): rate of site", i, rates[i], "<= load", sites.load()[i]);
            if (exceeds(rates[i], sites.uplink()[i]))
                return text("(5.3): rate of site", i, rates[i], "<= uplink", sites.uplink()[i]);
            double received = 0;
            for (int j = 0; j < n; j++) if (j != i) received += rates[j];
            if (exceeds(received, sites.downlink()[i]))
                return text(
                        "(5.4): received by site", i, received, "<= downlink", sites.downlink()[i]);
            total += rates[i];
            uplinks += sites.uplink()[i];
        }
        if (exceeds((n - 1) * total, uplinks))
            return text("(5.5): sent by sites 0 to", n - 1, (n - 1) * total, "<=", uplinks);
        return null;
    }

    private String violatedByOverlays(double[] rates, double[][] r) {
        int n = sites.n();
        for (int i = 0; i < n; i++) {
            double sum = 0;
            double sent = (n - 1) * r[i][i];
            for (int j = 0; j < n; j++) {
                if (!(r[i][j] >= 0 && r[i][j] < Double.POSITIVE_INFINITY))
                    return text("(5.10): an overlay of site", i, r[i][j], ">= 0 and finite", 0);
                sum += r[i][j];
                if (j != i) sent += r[i][j] + (n - 2) * r[j][i];
            }
            if (exceeds(sum, rates[i]) || exceeds(rates[i], sum))
                return text("(5.9): overlays of site", i, sum, "=", rates[i]);
            if (exceeds(sent, sites.uplink()[i]))
                return text("(5.8): sent by site", i, sent, "<= uplink", sites.uplink()[i]);
        }
        return null;
    }

    private boolean exceeds(double value, double bound) {
        return value > bound + TOLERANCE * bound + slack;
    }

    private static String text(String what, int site, double value, String relation, double bound) {
        return what + " " + site + ": expected " + relation + " " + bound + ", got " + value;
    }
}
