package io.abcast.dissemination.forest;

/**
 * Prices of relays, which prove that overlay rates r_ij are optimal. Optimal rates minimise the total weight, the sum
 * of l(O_ij) r_ij, where l(O_ij) is the weight of source i's overlay over relay j. A relay that could carry more
 * traffic has price 0, and every other relay has a price of at least 0. The cost of an overlay is its weight plus the
 * price of its relay. If the prices prove that the rates are optimal, each overlay in use costs as much as the cheapest
 * overlay of its source. By complementary slackness, prices with this property exist if and only if the overlay rates
 * are optimal.
 *
 * <p>The prices are shortest distances in the residual graph of the transportation problem, found with the algorithm of
 * Bellman and Ford. If the residual graph has a negative cycle, the overlay rates are not optimal: moving traffic along
 * the cycle lowers the total weight.
 */
final class OverlayPrices {
    private static final double ROUNDING = 1e-12;

    /** Minimum unused share of a relay's room (maximum sum of the rates over it) for the relay to count as free. */
    private static final double FREE = 1e-7;

    private final double[][] weights;

    /**
     * Cost of the cheapest overlay of each source, including the price of the relay; all costs have the common offset
     * {@link #base}.
     */
    private final double[] source;

    private final double[] relay;

    private final double[] room;
    private final boolean[] isFree;
    private final double tolerance;
    private double base;

    private OverlayPrices(double[][] weights, double[] room, boolean[] isFree) {
        int n = room.length;
        this.weights = weights;
        this.room = room;
        this.isFree = isFree;
        source = new double[n];
        relay = new double[n];
        double largest = 0;
        for (double[] row : weights) for (double each : row) largest = Math.max(largest, each);
        tolerance = largest * ROUNDING;
    }

    /**
     * @param r overlay rates r_ij that satisfy all constraints of a plan
     * @param room for each relay, the maximum sum of the rates sent over it
     * @param least largest overlay rate r_ij that counts as 0
     * @return the prices; {@code null} if the overlay rates are not optimal
     */
    static OverlayPrices of(double[][] weights, double[][] r, double[] room, double least) {
        int n = room.length;
        boolean[] isFree = new boolean[n];
        for (int j = 0; j < n; j++) {
            double used = 0;
            for (int i = 0; i < n; i++) used += r[i][j];
            isFree[j] = room[j] > 0 && used < room[j] * (1 - FREE);
        }
        OverlayPrices prices = new OverlayPrices(weights, room, isFree);
        // A shortest path without a cycle has at most 2n edges (n: number of sites) in the residual
        // graph.
        for (int round = 0; round <= 2 * n + 1; round++) if (!prices.relax(r, least)) return prices;
        return null;
    }

    private boolean relax(double[][] r, double least) {
        boolean changed = false;
        for (int j = 0; j < room.length; j++) {
            if (room[j] == 0) continue;
            if (isFree[j] && base < relay[j] - tolerance) {
                relay[j] = base;
                changed = true;
            }
            if (relay[j] < base - tolerance) {
                base = relay[j];
                changed = true;
            }
            for (int i = 0; i < room.length; i++) {
                if (relay[j] + weights[i][j] < source[i] - tolerance) {
                    source[i] = relay[j] + weights[i][j];
                    changed = true;
                }
                if (r[i][j] > least && source[i] - weights[i][j] < relay[j] - tolerance) {
                    relay[j] = source[i] - weights[i][j];
                    changed = true;
                }
            }
        }
        return changed;
    }

    boolean isTight(int i, int j) {
        return relay[j] + weights[i][j] <= source[i] + room.length * tolerance;
    }

    boolean isPriced(int j) {
        return room[j] > 0 && relay[j] > base + room.length * tolerance;
    }
}
