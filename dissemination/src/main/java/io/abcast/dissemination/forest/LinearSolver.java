package io.abcast.dissemination.forest;

/**
 * Solves linear programs. An implementation must be deterministic: it limits its work by a number of iterations and
 * never by time, so that a slow host computes the same plan. The planner checks every answer, so a wrong answer leads
 * to a slower plan but never to an invalid one.
 */
public interface LinearSolver {
    /**
     * Solves one program.
     *
     * @return the value of each variable in an optimal solution; {@code null} if the solver found no optimal solution
     */
    double[] minimise(LinearProgram program);
}
