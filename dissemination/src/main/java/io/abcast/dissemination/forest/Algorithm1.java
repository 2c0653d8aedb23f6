package io.abcast.dissemination.forest;

/**
 * Algorithm 1 of Tan 2019, section 4.3.2, which computes feasible rates of all overlays (paths over a relay) for given
 * sustainable rates of the sites. Algorithm 1 needs no solver of linear programs and ignores latencies.
 *
 * <p>This class corrects the printed Algorithm 1 in two places. Line 10 must lower the remaining uplink of the relay j,
 * not of the source i. Line 12 must not compare a remainder, which has rounding errors, with 0.
 */
final class Algorithm1 {
    /** Share of a site's rate below which an unassigned remainder counts as a rounding error. */
    private static final double ROUNDING = 1e-12;

    private Algorithm1() {}

    /**
     * @param rates sustainable rates R'_i of the sites, in the unit of {@code uplink}
     * @return the rate r_ij of the overlay of source i over relay j, in row i, column j; the sum of row i is R'_i
     */
    static double[][] rates(double[] uplink, double[] rates) {
        int n = rates.length;
        double[][] r = new double[n][n];
        double[] free = new double[n];
        for (int i = 0; i < n; i++) free[i] = Math.max(0, uplink[i] - rates[i]);
        for (int i = 0; i < n; i++) {
            double rest = rates[i];
            for (int j = 0; j < n && rest > ROUNDING * rates[i]; j++) {
                r[i][j] = (n - 2) * rest > free[j] ? free[j] / (n - 2) : rest;
                free[j] = Math.max(0, free[j] - (n - 2) * r[i][j]);
                rest -= r[i][j];
            }
            complete(r[i], rates[i]);
        }
        return r;
    }

    private static void complete(double[] row, double rate) {
        double sum = 0;
        for (double each : row) sum += each;
        if (sum == 0) return;
        for (int j = 0; j < row.length; j++) row[j] = row[j] / sum * rate;
    }
}
