package io.abcast.benchmark.limits;

/**
 * What a long log costs.
 *
 * @param logBytes written to it by the leader when it was measured
 * @param load what the clients saw at that length
 * @param startSeconds from the start of a follower that was killed until it served again, the load having stopped; NaN if
 *     it did not in time
 */
public record LogResult(long logBytes, Phase load, double startSeconds) {}
