package io.abcast.benchmark.limits;

/**
 * Costs of writes to a cluster, and of a server's start, at a given length of the log.
 *
 * @param logBytes length of the leader's log at the start of the measurement, in bytes
 * @param load figures of the clients while the leader's log has about the length {@code logBytes}
 * @param startSeconds time in seconds, without load, from the restart of a killed follower until this follower serves;
 *     NaN if the follower did not serve in time
 */
public record LogResult(long logBytes, Phase load, double startSeconds) {}
