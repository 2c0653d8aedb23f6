package io.abcast.benchmark.limits;

/**
 * Costs of a long log.
 *
 * @param logBytes length of the leader's log at the start of the measurement, in bytes
 * @param load figures of the clients while the log has this length
 * @param startSeconds time without load from the restart of a killed follower until it serves; NaN: it did not serve in
 *     time
 */
public record LogResult(long logBytes, Phase load, double startSeconds) {}
