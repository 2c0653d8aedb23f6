package io.abcast.zab.coin;

/**
 * The range of p, the probability of Head, that meets the requirements R1 (latency) and R2 (number of acks) of
 * EL-Sanosi 2018, section 4.3. Requirement R1 means that members deliver no later than with Zab. Requirement R2 means
 * that a follower receives at most theta acks per second. A {@code CoinRange} is immutable.
 *
 * @param p1 Algorithm 1's estimate of P1, the smallest probability of Head with which members deliver no later than
 *     with Zab; 1 if no p is feasible
 * @param p2 P2, the largest probability of Head with which a follower receives at most theta acks per second, at most
 *     1; negative if no probability is small enough
 * @param feasible whether some probability of Head meets the requirements R1 (latency) and R2 (number of acks); if not,
 *     the ensemble must run Zab
 */
public record CoinRange(double p1, double p2, boolean feasible) {
    /**
     * @param p1 estimate of P1, the smallest probability of Head with which members deliver no later than with Zab
     * @throws IllegalArgumentException if {@code feasible} is true and 0 &lt; p1 &lt;= p2 &lt;= 1 is violated
     */
    public CoinRange {
        if (feasible && !(p1 > 0 && p1 <= p2 && p2 <= 1)) {
            throw new IllegalArgumentException(
                    "range: expected 0 < P1 <= P2 <= 1, got P1 " + p1 + " and P2 " + p2);
        }
    }

    /**
     * Returns the probability of Head in this range that {@code choice} selects.
     *
     * @throws IllegalStateException if no probability of Head is feasible, so that this range is empty
     */
    public double at(CoinChoice choice) {
        requireFeasible();
        return choice.between(p1, p2);
    }

    /**
     * Returns the probability of Head in this range that is nearest to {@code wished}.
     *
     * @param wished the wished probability of Head, in [0, 1]
     * @throws IllegalStateException if no probability of Head is feasible, so that this range is empty
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
