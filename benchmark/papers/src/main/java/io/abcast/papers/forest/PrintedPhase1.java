package io.abcast.papers.forest;

import io.abcast.dissemination.forest.ForestSites;
import io.abcast.dissemination.forest.LinearProgram;
import io.abcast.dissemination.forest.LinearSolver;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/**
 * The linear program of the first phase of the planner exactly as Tan 2019 prints it. Constraint (5.2) of Tan 2019 does
 * not bound the rates R'_i from below, so rates may be negative.
 */
final class PrintedPhase1 {
    private PrintedPhase1() {}

    /** Returns NaN if the solver finds no answer. */
    static double total(ForestSites sites, LinearSolver solver) {
        int n = sites.n();
        double unit = 0;
        for (int i = 0; i < n; i++)
            unit = Math.max(unit, Math.max(sites.uplink()[i], sites.downlink()[i]));
        if (unit == 0) return 0;
        // The solver needs non-negative variables, so each rate is the difference of the variables
        // i and n + i.
        double[] cost = signs(n, i -> 1);
        for (int k = 0; k < 2 * n; k++) cost[k] = -cost[k];
        LinearProgram program = new LinearProgram(cost);
        double uplinks = 0;
        for (int i = 0; i < n; i++) {
            int site = i;
            double most = Math.min(sites.uplink()[i], sites.load()[i]);
            program.atMost(signs(n, j -> j == site ? 1 : 0), most / unit);
            program.atMost(signs(n, j -> j == site ? 0 : 1), sites.downlink()[i] / unit);
            uplinks += sites.uplink()[i];
        }
        program.atMost(signs(n, j -> n - 1), uplinks / unit);
        double[] x = solver.minimise(program);
        if (x == null) return Double.NaN;
        double sum = 0;
        for (int i = 0; i < n; i++) sum += x[i] - x[n + i];
        return sum * unit;
    }

    private static double[] signs(int n, IntToDoubleFunction factor) {
        double[] factors = new double[2 * n];
        Arrays.setAll(factors, k -> k < n ? factor.applyAsDouble(k) : -factor.applyAsDouble(k - n));
        return factors;
    }
}
