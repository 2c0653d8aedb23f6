package io.abcast.zab;

/**
 * The state of a follower's coin. Immutable.
 *
 * @param p the probability of Head; NaN without a coin or before the first choice
 * @param lambda measured number of abcasts, or batches of abcasts, per second for which this follower has to send or
 *     omit an ack; NaN if not measured
 * @param delayNanos measured time in ns that a commit takes from the leader to this follower ("d" of EL-Sanosi 2018);
 *     NaN if not measured
 */
public record CoinStatus(double p, double lambda, double delayNanos) {
    /** The status of a member whose protocol has no coin. */
    public static final CoinStatus NONE = new CoinStatus(Double.NaN, Double.NaN, Double.NaN);
}
