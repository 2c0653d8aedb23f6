package io.abcast.zab;

/**
 * What a follower's coin does. Immutable.
 *
 * @param p the probability of Head; NaN without a coin or before the first choice
 * @param lambda occasions to ack per second, as measured: abcasts, or batches of them; NaN if not measured
 * @param delayNanos d, how long a commit takes from the leader, as measured; NaN if not measured
 */
public record CoinStatus(double p, double lambda, double delayNanos) {
    /** No coin. */
    public static final CoinStatus NONE = new CoinStatus(Double.NaN, Double.NaN, Double.NaN);
}
