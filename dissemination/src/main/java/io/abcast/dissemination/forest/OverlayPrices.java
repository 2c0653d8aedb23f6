package io.abcast.dissemination.forest;

/**
 * Prices of relays that prove that overlay rates minimise the sum of l(O_ij) r_ij, where l(O_ij) is the weight of an
 * overlay and r_ij its rate. A relay with free room has price 0; every other relay has a price of at least 0. The cost
 * of an overlay is its weight plus the price of its relay. Each used overlay costs as much as the cheapest overlay of
 * its source. Such prices exist if and only if the rates are optimal (complementary slackness).
 *
 * <p>The prices are shortest distances in the residual graph of the transportation problem, found with the algorithm of
 * Bellman and Ford. A negative cycle in this graph shows a way to lower the cost, so rates with a negative cycle are
 * not optimal.
 */
final class OverlayPrices {
    /** Difference of costs, as a share of the largest weight, that counts as a rounding error. */
    private static final double ROUNDING = 1e-12;

    /** Minimum share of a relay's room that must be unused for the relay to count as free. */
    private static final double FREE = 1e-7;

    private final double[][] weights;

    /** Cost of the cheapest overlay of each source, including the price of the relay, plus {@link #base}. */
    private final double[] source;

    /** Price of each relay plus {@link #base}. */
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
     * Computes prices for overlay rates.
     *
     * @param r overlay rates that satisfy all constraints.
     * @param room sum of the rates that may be sent over each relay.
     * @param least largest rate that counts as 0
     * @return {@code null} if the rates are not optimal
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
        // A shortest path without a cycle has at most 2n edges.
        for (int round = 0; round <= 2 * n + 1; round++) if (!prices.relax(r, least)) return prices;
        return null;
    }

    /** Shortens distances along all edges once. */
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

    /** Whether an optimal solution may use the overlay. */
    boolean isTight(int i, int j) {
        return relay[j] + weights[i][j] <= source[i] + room.length * tolerance;
    }

    /** Whether every optimal solution uses the relay completely. */
    boolean isPriced(int j) {
        return room[j] > 0 && relay[j] > base + room.length * tolerance;
    }
}
