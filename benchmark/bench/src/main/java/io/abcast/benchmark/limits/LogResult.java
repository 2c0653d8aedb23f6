package io.abcast.benchmark.limits;

/**
 * Costs of a long log.
 *
 * @param logBytes length of the leader's log when it was measured
 * @param load what the clients saw at that length
 * @param startSeconds time from the start of a killed follower until it serves again, without load; NaN: it did not
 *     serve in time
 */
public record LogResult(long logBytes, Phase load, double startSeconds) {}
