package io.abcast.benchmark.limits;

import java.util.List;

/**
 * All results of {@code abcast limits}. Parts that were not requested are {@code null} or empty.
 *
 * @param floors lower bounds of this host.
 * @param growth figures of abcast at the shared point and at the other points of each axis of {@link Growth}.
 * @param logs costs of a long log, at each measured length of the log.
 * @param states measurements of a follower that returns while the application's state is large.
 */
public record Limits(
        Floors floors, List<Growth.Point> growth, List<LogResult> logs, List<StateResult> states) {}
