package io.abcast.zab.coin;

/**
 * The range of probabilities that meet both requirements of EL-Sanosi 2018, section 4.3. Requirement R1: members
 * deliver no later than with Zab. Requirement R2: a follower receives at most theta acks per second. Immutable.
 *
 * @param p1 Algorithm 1's estimate of P1, the smallest probability that meets R1; 1 if infeasible
 * @param p2 P2, the largest probability that meets R2, at most 1; negative if theta is too small for any p
 * @param feasible whether some p meets both requirements; if not, Zab must run
 */
public record CoinRange(double p1, double p2, boolean feasible) {
    /**
     * @param p1 see {@link CoinRange}
     * @throws IllegalArgumentException if the range is feasible but 0 &lt; p1 &lt;= p2 &lt;= 1 does not hold
     */
    public CoinRange {
        if (feasible && !(p1 > 0 && p1 <= p2 && p2 <= 1)) {
            throw new IllegalArgumentException(
                    "range: expected 0 < P1 <= P2 <= 1, got P1 " + p1 + " and P2 " + p2);
        }
    }

    /**
     * Returns the p of this range that {@code choice} selects.
     *
     * @throws IllegalStateException if no p is feasible
     */
    public double at(CoinChoice choice) {
        requireFeasible();
        return choice.between(p1, p2);
    }

    /**
     * Returns the p of this range that is nearest to {@code wished}. If {@link LikeliestHeads} has computed {@code
     * wished}, the result is the best p of the range. The reason is that the probability of the wished number of Heads
     * has only one maximum (appendix B.1.2).
     *
     * @param wished the wished probability, in [0, 1]
     * @throws IllegalStateException if no p is feasible
     */
    public double nearest(double wished) {
        FollowUps.requireProbability("wished", wished);
        requireFeasible();
        return Math.max(p1, Math.min(p2, wished));
    }

    private void requireFeasible() {
        if (!feasible) {
            throw new IllegalStateException("no p is feasible, with P2 " + p2);
        }
    }
}
