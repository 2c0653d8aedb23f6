package io.abcast.papers.forest;

import io.abcast.dissemination.forest.ForestPlan;
import io.abcast.dissemination.forest.ForestSites;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Capacities from each site to each other site, in addition to those of uplinks and downlinks. The hose model of Tan
 * 2019 has no capacities for pairs of sites.
 */
final class PairCapacities {
    private PairCapacities() {}

    static double[][] equal(int n, double capacity) {
        double[][] pairs = new double[n][n];
        for (double[] row : pairs) Arrays.fill(row, capacity);
        return pairs;
    }

    /**
     * Between half of {@code capacity} and {@code capacity}: the capacities of pairs differ by a factor of two in Tan
     * 2019, section 3.3.
     */
    static double[][] varied(int n, double capacity, SplittableRandom random) {
        double[][] pairs = new double[n][n];
        for (double[] row : pairs)
            for (int j = 0; j < n; j++) row[j] = capacity * (1 + random.nextDouble()) / 2;
        return pairs;
    }

    static double totalWithin(double[][] pairs, ForestSites sites, ForestPlan plan) {
        int n = sites.n();
        double[][] used = new double[n][n];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                ShallowTree tree = ShallowTree.base(n, i, j);
                for (int a = 0; a < n; a++)
                    for (int b = 0; b < n; b++) if (tree.sends(a, b)) used[a][b] += plan.r()[i][j];
            }
        double factor = 1;
        for (int a = 0; a < n; a++)
            for (int b = 0; b < n; b++)
                if (used[a][b] > pairs[a][b]) factor = Math.min(factor, pairs[a][b] / used[a][b]);
        return factor * plan.total();
    }
}
