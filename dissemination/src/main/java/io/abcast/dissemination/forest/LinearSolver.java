package io.abcast.dissemination.forest;

/**
 * Solves linear programs. Implementations must be deterministic. A solver limits its work by a number of iterations and
 * never by time, so that slow and fast hosts compute equal plans. The planner checks every solution, so a wrong
 * solution can lead to a slower plan, but never to an invalid plan.
 */
public interface LinearSolver {
    /**
     * Solves one linear program.
     *
     * @return the value of each variable in an optimal solution; {@code null} if the solver found no optimal solution
     */
    double[] minimise(LinearProgram program);
}
