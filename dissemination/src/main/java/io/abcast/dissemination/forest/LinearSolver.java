package io.abcast.dissemination.forest;

/**
 * Solves linear programs. An implementation must be deterministic: it limits its work by iterations and never by time,
 * so that a slow host gets the same plan. The planner checks every answer, so that a wrong answer costs speed only.
 */
public interface LinearSolver {
    /**
     * Solves one program.
     *
     * @return one value per variable, of an optimal solution; {@code null} if the solver found no optimal solution
     */
    double[] minimise(LinearProgram program);
}
