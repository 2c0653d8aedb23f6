package io.abcast.zab;

/**
 * The state of a follower's coin, a random choice by which the follower decides whether to send an ack. A {@code
 * CoinStatus} is immutable.
 *
 * @param p the probability, in (0, 1], of Head, on which the follower sends its ack; NaN without a coin or before the
 *     follower's first choice
 * @param lambda measured rate per second of this follower's decisions about acks, one for each entry or, with batching,
 *     for each batch; NaN if not measured
 * @param delayNanos measured time in ns that a commit takes from the leader to this follower ("d" of EL-Sanosi 2018);
 *     NaN if not measured
 */
public record CoinStatus(double p, double lambda, double delayNanos) {
    /** The status of a member whose protocol has no coin. */
    public static final CoinStatus NONE = new CoinStatus(Double.NaN, Double.NaN, Double.NaN);
}
