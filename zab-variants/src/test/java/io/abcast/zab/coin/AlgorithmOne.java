package io.abcast.zab.coin;

import java.util.function.DoubleUnaryOperator;

/**
 * Executes Algorithm 1 of EL-Sanosi 2018 line by line, for any function W(p) (mean number of abcasts until a delivery).
 * This implementation is slow, and serves to test {@link CoinChooser}, which departs from the thesis in some points.
 */
final class AlgorithmOne {
    private final DoubleUnaryOperator w;
    private final double bound;
    private final double delta;

    /** P1u of EL-Sanosi 2018, section 4.3: the lowest multiple of 1/100 that meets equation (4.1). */
    final double upper;

    final double lower;

    /** The number of times that the while condition in line 5 of Algorithm 1 of EL-Sanosi 2018 was true. */
    private int steps;

    /**
     * @param bound the right side of equation (4.1), d max{lambda, 1/D}: coin tosses of a follower in the delay d;
     *     above 0
     */
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

    double estimate(double p2) {
        if (p2 <= lower) {
            return 1;
        }
        double start = Math.min(p2, upper);
        steps = 0;
        double p = start;
        while (p > lower && w.applyAsDouble(p) < bound) { // p may be < 0, so p > lower is first
            steps++;
            // Compute the probability p from start, because rounding errors would add up if each
            // step subtracted delta.
            p = start - steps * delta;
        }
        return start - (steps - 1) * delta;
    }
}
