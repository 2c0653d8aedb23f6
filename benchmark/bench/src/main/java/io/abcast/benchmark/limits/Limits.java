package io.abcast.benchmark.limits;

import java.util.List;

/**
 * All results of {@code abcast limits}. The results of measurements that the user did not request are {@code null} or
 * empty.
 *
 * @param floors lower bounds of this host.
 * @param growth figures of abcast at the point that all series of {@link Growth} share, and at the other points of each
 *     axis.
 * @param logs costs of writes and of server starts with a long log, at each measured length of the log.
 * @param states measurements of a follower that returns to its cluster while the application's state is large
 */
public record Limits(
        Floors floors, List<Growth.Point> growth, List<LogResult> logs, List<StateResult> states) {}
