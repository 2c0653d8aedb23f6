package io.abcast.zab;

/**
 * The state of a follower's coin. Immutable.
 *
 * @param p the probability of Head; NaN without a coin or before the first choice
 * @param lambda measured occasions to ack per second: abcasts, or batches of them; NaN if not measured
 * @param delayNanos d, the measured time from the leader's send of a commit to its arrival; NaN if not measured
 */
public record CoinStatus(double p, double lambda, double delayNanos) {
    /** Status of a member whose protocol has no coin. */
    public static final CoinStatus NONE = new CoinStatus(Double.NaN, Double.NaN, Double.NaN);
}
