package io.abcast.dissemination.forest.node;

import io.abcast.dissemination.forest.PlanObjective;

/**
 * The settings of a {@link ForestController}. Immutable.
 *
 * @param uplinkMax configured capacity of this member's uplink in bytes/s; 0 if the member must measure its uplink
 * @param downlinkMax configured capacity of this member's downlink in bytes/s; 0 if the member must measure its
 *     downlink
 * @param headroom minimum share of each link that plans leave free for acknowledgements and control messages.
 * @param objective the definition of the latency that plans minimise.
 * @param reportNanos interval in ns at which a member reports its measurements and measures round trips
 * @param repeatNanos interval in ns at which the planner sends its plan again; must be well below the lifetime of
 *     plans.
 * @param retryNanos time in ns after which plans test whether a link that was full has become faster.
 * @param change relative change of a load or a capacity above which the planner makes a new plan
 */
public record ControllerSettings(
        double uplinkMax,
        double downlinkMax,
        double headroom,
        PlanObjective objective,
        long reportNanos,
        long repeatNanos,
        long retryNanos,
        double change) {
    private static final long MILLI = 1_000_000;

    /** @throws IllegalArgumentException if a setting of the controller is out of its range */
    public ControllerSettings {
        if (!(uplinkMax >= 0 && downlinkMax >= 0))
            throw new IllegalArgumentException(
                    "uplink and downlink bounds: expected at least 0 bytes/s, got "
                            + uplinkMax
                            + " and "
                            + downlinkMax);
        if (!(headroom >= 0 && headroom < 1))
            throw new IllegalArgumentException(
                    "headroom: expected at least 0 and below 1, got " + headroom);
        if (reportNanos < 1 || repeatNanos < 1 || retryNanos < 1)
            throw new IllegalArgumentException(
                    "report, repeat and retry intervals: expected at least 1 ns, got "
                            + reportNanos
                            + ", "
                            + repeatNanos
                            + " and "
                            + retryNanos);
        if (!(change > 0))
            throw new IllegalArgumentException("change: expected above 0, got " + change);
    }

    /**
     * Returns the default settings of a controller, with the given capacities of the member's links in bytes/s; 0 for
     * measured links.
     */
    public static ControllerSettings defaults(double uplinkMax, double downlinkMax) {
        return new ControllerSettings(
                uplinkMax,
                downlinkMax,
                0.05,
                PlanObjective.SUM,
                500 * MILLI,
                1_000 * MILLI,
                30_000 * MILLI,
                0.1);
    }
}
