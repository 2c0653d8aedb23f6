package io.abcast.jgroups.forest;

import io.abcast.dissemination.forest.LinearProgram;
import io.abcast.dissemination.forest.LinearSolver;
import org.ojalgo.optimisation.Optimisation;

/**
 * Solves linear programs with the simplex solver of ojAlgo. The solver is deterministic: a maximum number of
 * iterations, and not a time limit, ends its work. The solver has no state, so any thread may use the solver.
 */
public final class OjAlgoSolver implements LinearSolver {
    /** The plan of {@code FOREST}'s sending rates for 31 sites takes about 200 iterations. */
    private static final int ITERATIONS_MAX = 100_000;

    @Override
    public double[] minimise(LinearProgram program) {
        var builder = org.ojalgo.optimisation.linear.LinearSolver.newBuilder(program.cost());
        for (LinearProgram.Row row : program.rows()) {
            if (row.equal()) builder.equality(row.bound(), row.factors());
            else builder.inequality(row.bound(), row.factors());
        }
        builder.lower(0.0);
        Optimisation.Options options = new Optimisation.Options();
        options.iterations_abort = ITERATIONS_MAX;
        options.iterations_suffice = ITERATIONS_MAX;
        options.time_abort = Long.MAX_VALUE;
        options.time_suffice = Long.MAX_VALUE;
        Optimisation.Result result;
        try {
            result = builder.build(options).solve();
        } catch (RuntimeException e) {
            // The planner of FOREST then computes a valid plan without the solver, perhaps not the
            // best one.
            return null;
        }
        if (!result.getState().isOptimal()) return null;
        double[] values = new double[program.variables()];
        for (int i = 0; i < values.length; i++) values[i] = result.doubleValue(i);
        return values;
    }
}
