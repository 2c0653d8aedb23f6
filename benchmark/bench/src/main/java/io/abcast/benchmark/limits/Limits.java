package io.abcast.benchmark.limits;

import java.util.List;

/**
 * Everything that was measured; what was not asked for is {@code null} or empty.
 *
 * @param floors of this host
 * @param growth what is reached, from one point in each direction
 * @param logs at each length
 * @param states ways back to a large state
 */
public record Limits(
        Floors floors, List<Growth.Point> growth, List<LogResult> logs, List<StateResult> states) {}
