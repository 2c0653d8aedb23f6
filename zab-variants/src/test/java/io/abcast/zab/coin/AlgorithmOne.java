package io.abcast.zab.coin;

import java.util.function.DoubleUnaryOperator;

/**
 * Executes Algorithm 1 of EL-Sanosi 2018 line by line, for any function W(p). This code is slow, and does not contain
 * this project's departures from the thesis.
 */
final class AlgorithmOne {
    private final DoubleUnaryOperator w;
    private final double bound;
    private final double delta;

    /** P1u as section 4.3 defines it, with the set P in hundredths. The field after this one is P1l. */
    final double upper;

    final double lower;

    /** The number of times that the while condition of line 5 held. */
    private int steps;

    /** @param bound the right-hand side of (4.1), which is d max{lambda, 1/D}; above 0 */
    AlgorithmOne(DoubleUnaryOperator w, double bound, double delta) {
        this.w = w;
        this.bound = bound;
        this.delta = delta;
        int r = 1;
        while (w.applyAsDouble(r / 100.0) >= bound) {
            r++;
        }
        upper = r / 100.0;
        lower = (r - 1) / 100.0;
    }

    /** Returns P1e. A result of 1 or above P2 means that Zab must run. */
    double estimate(double p2) {
        if (p2 <= lower) {
            return 1;
        }
        double start = Math.min(p2, upper);
        steps = 0;
        double p = start;
        while (p > lower && w.applyAsDouble(p) < bound) { // in this order: p may be negative
            steps++;
            // The code does not subtract delta from p in each step, because rounding errors would
            // add up.
            p = start - steps * delta;
        }
        return start - (steps - 1) * delta;
    }
}
