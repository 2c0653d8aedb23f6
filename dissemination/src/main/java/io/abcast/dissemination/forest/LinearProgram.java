package io.abcast.dissemination.forest;

import java.util.ArrayList;
import java.util.List;

/**
 * A linear program: minimise the product of cost and x over all x &gt;= 0, subject to rows of the form a x = b or a x
 * &lt;= b. Solvers are most precise if the values are near 1. The owner builds the program once; a solver only reads
 * it.
 */
public final class LinearProgram {
    /**
     * One constraint.
     *
     * @param factors one factor per variable
     * @param equal whether the sum must equal the bound; otherwise it is at most the bound
     */
    public record Row(double[] factors, double bound, boolean equal) {}

    private final double[] cost;
    private final List<Row> rows = new ArrayList<>();

    /** @param cost one factor per variable */
    public LinearProgram(double[] cost) {
        this.cost = cost;
    }

    /** Adds the row {@code factors} x = {@code bound}. */
    public LinearProgram equal(double[] factors, double bound) {
        rows.add(new Row(factors, bound, true));
        return this;
    }

    /** Adds the row {@code factors} x &lt;= {@code bound}. */
    public LinearProgram atMost(double[] factors, double bound) {
        rows.add(new Row(factors, bound, false));
        return this;
    }

    /** Number of variables. */
    public int variables() {
        return cost.length;
    }

    /** The cost of one unit of each variable. */
    public double[] cost() {
        return cost;
    }

    public List<Row> rows() {
        return rows;
    }
}
