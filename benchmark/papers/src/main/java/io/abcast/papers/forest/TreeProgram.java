package io.abcast.papers.forest;

import io.abcast.dissemination.forest.ForestSites;
import io.abcast.dissemination.forest.LinearProgram;
import io.abcast.dissemination.forest.LinearSolver;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Linear programs whose variables are the rates of given trees (overlays). The programs compute the loads that trees
 * other than base overlays (trees with one relay) can carry, and the effect of a limited capacity for each pair of
 * sites.
 */
final class TreeProgram {
    private static final double TOLERANCE = 1e-6;

    private final ForestSites sites;
    private final double[][] pairs;
    private final List<ShallowTree> trees;
    private final LinearSolver solver;

    /** All numbers of a linear program are divided by this largest capacity, because solvers need values near 1. */
    private final double unit;

    /**
     * @param pairs capacity from site i to site j, in row i and column j; if {@code null}, the rates between pairs of
     *     sites have no limit
     */
    TreeProgram(ForestSites sites, double[][] pairs, List<ShallowTree> trees, LinearSolver solver) {
        this.sites = sites;
        this.pairs = pairs;
        this.trees = List.copyOf(trees);
        this.solver = solver;
        double largest = 0;
        for (double each : sites.uplink()) largest = Math.max(largest, each);
        unit = largest;
    }

    double largestTotal() {
        double[] cost = new double[trees.size()];
        for (int t = 0; t < cost.length; t++) cost[t] = -1;
        return sum(solve(cost, sites.load(), false), tree -> 1);
    }

    double lowestMean(double[] rates, ToDoubleFunction<ShallowTree> weight) {
        double[] cost = new double[trees.size()];
        double largest = 0;
        for (int t = 0; t < cost.length; t++) {
            cost[t] = weight.applyAsDouble(trees.get(t));
            largest = Math.max(largest, cost[t]);
        }
        for (int t = 0; t < cost.length; t++) cost[t] /= largest;
        double[] x = solve(cost, rates, true);
        return sum(x, weight) / sum(x, tree -> 1);
    }

    private double sum(double[] x, ToDoubleFunction<ShallowTree> weight) {
        double sum = 0;
        for (int t = 0; t < x.length; t++) sum += x[t] * weight.applyAsDouble(trees.get(t));
        return sum;
    }

    private record Row(ToDoubleFunction<ShallowTree> factor, double bound, boolean equal) {}

    private List<Row> rows(double[] rates, boolean equal) {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < sites.n(); i++) {
            int site = i;
            rows.add(new Row(tree -> tree.source() == site ? 1 : 0, rates[i], equal));
            rows.add(new Row(tree -> tree.copiesSentBy(site), sites.uplink()[i], false));
            rows.add(new Row(tree -> tree.source() == site ? 0 : 1, sites.downlink()[i], false));
            for (int j = 0; pairs != null && j < sites.n(); j++) {
                int to = j;
                if (i == j) continue;
                rows.add(new Row(tree -> tree.sends(site, to) ? 1 : 0, pairs[i][j], false));
            }
        }
        return rows;
    }

    private double[] solve(double[] cost, double[] rates, boolean equal) {
        LinearProgram program = new LinearProgram(cost);
        List<Row> rows = rows(rates, equal);
        for (Row row : rows) {
            double[] factors = trees.stream().mapToDouble(row.factor).toArray();
            if (row.equal) program.equal(factors, row.bound / unit);
            else program.atMost(factors, row.bound / unit);
        }
        double[] x = solver.minimise(program);
        if (x == null)
            throw new IllegalStateException("no solution with " + trees.size() + " trees");
        for (int t = 0; t < x.length; t++) x[t] = Math.max(0, x[t]) * unit;
        for (Row row : rows) {
            double used = sum(x, row.factor);
            double slack = TOLERANCE * unit;
            if (used > row.bound + slack || (row.equal && used < row.bound - slack))
                throw new IllegalStateException("expected " + row.bound + ", got " + used);
        }
        return x;
    }
}
