package io.abcast.dissemination.forest;

import java.util.ArrayList;
import java.util.List;

/**
 * A linear program, which minimises the product of cost and x over all vectors x &gt;= 0. Each constraint (row) has the
 * form a x = b or a x &lt;= b. Solvers are most precise if all numbers of a linear program are near 1. The creator of
 * the program adds all rows before a solver reads the program.
 */
public final class LinearProgram {
    /**
     * One constraint of the linear program: {@code factors} x = {@code bound} or {@code factors} x &lt;= {@code bound},
     * where x is the vector of the variables.
     *
     * @param factors factors of the constraint, one per variable of the program
     * @param equal whether the product of {@code factors} and x must equal {@code bound}; if false, the product must be
     *     at most {@code bound}
     */
    public record Row(double[] factors, double bound, boolean equal) {}

    private final double[] cost;
    private final List<Row> rows = new ArrayList<>();

    /** @param cost costs of one unit of each variable */
    public LinearProgram(double[] cost) {
        this.cost = cost;
    }

    /** Adds the constraint {@code factors} x = {@code bound} to the program. */
    public LinearProgram equal(double[] factors, double bound) {
        rows.add(new Row(factors, bound, true));
        return this;
    }

    /** Adds the constraint {@code factors} x &lt;= {@code bound} to the program. */
    public LinearProgram atMost(double[] factors, double bound) {
        rows.add(new Row(factors, bound, false));
        return this;
    }

    /** Number of variables of this linear program. */
    public int variables() {
        return cost.length;
    }

    /** The cost of one unit of each variable of the program. */
    public double[] cost() {
        return cost;
    }

    public List<Row> rows() {
        return rows;
    }
}
