package io.abcast.benchmark.limits;

import java.util.List;

/**
 * All results; parts that were not requested are {@code null} or empty.
 *
 * @param floors of this host.
 * @param growth what abcast reaches, from one point along each axis.
 * @param logs cost at each length of the log.
 * @param states returns of a follower to a large state.
 */
public record Limits(
        Floors floors, List<Growth.Point> growth, List<LogResult> logs, List<StateResult> states) {}
