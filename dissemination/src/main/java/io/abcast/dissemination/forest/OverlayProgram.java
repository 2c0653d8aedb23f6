package io.abcast.dissemination.forest;

/**
 * The second phase of planning (Tan 2019, section 5.2). The second phase chooses the overlay rates r_ij, from site i
 * over relay j, for given site rates R'_i, as two linear programs. The second phase needs at least three sites.
 *
 * <p>By equations (5.9) and (5.11) of Tan 2019, the load of site j's uplink is U_j = R'_j + (n - 2) x (sum over i of
 * r_ij). Constraint (5.8), U_j &lt;= Cu_j, says that the load of site j's uplink is at most its capacity. It bounds the
 * sum of column j of r by (Cu_j - R'_j) / (n - 2). The choice of the overlays is therefore a transportation problem.
 * The variables of the two linear programs are the shares r_ij / R'_i, the overlay rates divided by their site's rate.
 * With shares, the solver's absolute tolerances affect sites with small rates no more than sites with large rates.
 *
 * <p>The first program minimises the total weight, the sum over all overlays O_ij of l(O_ij) r_ij, where l is the
 * overlay's weight. The second program keeps the minimum of the first program and maximises the sum of the direct rates
 * r_ii. By complementary slackness, a solution is optimal for the first program if it meets two conditions: it uses
 * only overlays of reduced cost 0, and it fills each relay that has a price above 0. The second linear program has the
 * optimality conditions (complementary slackness) of the first program as constraints. A bound on the total weight,
 * instead of the conditions of complementary slackness, would need a tolerance.
 */
final class OverlayProgram {
    private static final double ROUNDING = 1e-9;

    /**
     * A site whose rate is below this share of the total sends only directly, because the rate is often just a rounding
     * error of 0.
     */
    private static final double NEGLIGIBLE = 1e-12;

    private static final double ROUNDING_OF_UPLINK = 1e-12;

    private final int n;
    private final double[] rates;
    private final double[][] weights;

    /** For each relay j: maximum sum of the rates r_ij over it, including the rate that site j sends directly. */
    private final double[] room;

    private final double least;

    private final LinearSolver solver;
    private boolean proven;

    OverlayProgram(double[] uplink, double[] rates, double[][] weights, LinearSolver solver) {
        n = rates.length;
        this.rates = rates;
        this.weights = weights;
        this.solver = solver;
        room = new double[n];
        for (int j = 0; j < n; j++) {
            double rest = uplink[j] - rates[j];
            room[j] = rest > ROUNDING_OF_UPLINK * uplink[j] ? rest / (n - 2) : 0;
        }
        double rooms = SustainableRates.sum(room);
        double total = SustainableRates.sum(rates);
        least = total * NEGLIGIBLE;
        // The total rate of all sites exceeds the room of all relays only by rounding errors; scale
        // the room up so that a solution exists.
        if (total > rooms && rooms > 0) for (int j = 0; j < n; j++) room[j] *= total / rooms;
    }

    /** @return the overlay rates: r_ij in row i, column j; {@code null} if the solver found no solution */
    double[][] solve() {
        boolean[][] all = new boolean[n][n];
        double costs = 0;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                all[i][j] = rates[i] > least && room[j] > 0;
                if (all[i][j]) costs = Math.max(costs, rates[i] * weights[i][j]);
            }
        double[][] cost = new double[n][n];
        if (costs > 0)
            for (int i = 0; i < n; i++)
                for (int j = 0; j < n; j++) cost[i][j] = rates[i] * weights[i][j] / costs;
        double[][] cheapest = solve(all, cost, new boolean[n]);
        if (cheapest == null) return null;
        OverlayPrices prices = OverlayPrices.of(weights, cheapest, room, least);
        if (prices == null) return cheapest;
        boolean[] priced = new boolean[n];
        for (int j = 0; j < n; j++) priced[j] = prices.isPriced(j);
        double[][] relayed = new double[n][n];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                all[i][j] &= prices.isTight(i, j);
                relayed[i][j] = i == j ? 0 : rates[i];
            }
        double[][] direct = solve(all, relayed, priced);
        proven = direct != null && OverlayPrices.of(weights, direct, room, least) != null;
        return proven ? direct : cheapest;
    }

    boolean isProven() {
        return proven;
    }

    /**
     * @param may for each source and relay, whether the solution may use the overlay
     * @param full for each relay, whether the solution must use the relay's room completely
     */
    private double[][] solve(boolean[][] may, double[][] cost, boolean[] full) {
        int[] source = new int[n * n];
        int[] relay = new int[n * n];
        int count = 0;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (may[i][j]) {
                    source[count] = i;
                    relay[count++] = j;
                }
        double[] costs = new double[count];
        for (int k = 0; k < count; k++) costs[k] = cost[source[k]][relay[k]];
        LinearProgram program = new LinearProgram(costs);
        for (int i = 0; i < n; i++) {
            if (rates[i] <= least) continue;
            double[] row = new double[count];
            for (int k = 0; k < count; k++) row[k] = source[k] == i ? 1 : 0;
            program.equal(row, 1);
        }
        for (int j = 0; j < n; j++) addRelay(program, j, source, relay, full[j]);
        double[] shares = solver.minimise(program);
        if (shares == null || shares.length != count) return null;
        double[][] r = new double[n][n];
        for (int k = 0; k < count; k++) r[source[k]][relay[k]] = shares[k];
        for (int i = 0; i < n; i++) {
            if (rates[i] > least) normalise(r[i], rates[i]);
            else r[i][i] = rates[i];
        }
        return r;
    }

    private void addRelay(LinearProgram program, int j, int[] source, int[] relay, boolean full) {
        int count = program.variables();
        double[] column = new double[count];
        double most = 0;
        for (int k = 0; k < count; k++) if (relay[k] == j) most = Math.max(most, rates[source[k]]);
        if (most == 0) return;
        for (int k = 0; k < count; k++) if (relay[k] == j) column[k] = rates[source[k]] / most;
        program.atMost(column, room[j] / most);
        if (!full) return;
        double[] negative = new double[count];
        for (int k = 0; k < count; k++) negative[k] = -column[k];
        program.atMost(negative, -room[j] / most * (1 - ROUNDING_OF_UPLINK));
    }

    private static void normalise(double[] shares, double rate) {
        double sum = 0;
        for (int j = 0; j < shares.length; j++) {
            if (!(shares[j] > ROUNDING)) shares[j] = 0;
            sum += shares[j];
        }
        for (int j = 0; j < shares.length; j++) shares[j] = sum == 0 ? 0 : shares[j] / sum * rate;
    }
}
