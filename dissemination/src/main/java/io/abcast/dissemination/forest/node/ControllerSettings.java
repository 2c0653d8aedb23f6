package io.abcast.dissemination.forest.node;

import io.abcast.dissemination.forest.PlanObjective;

/**
 * Settings of a {@link ForestController}. Immutable.
 *
 * @param uplinkMax upper bound of the uplink in bytes/s; 0: it is measured
 * @param downlinkMax upper bound of the downlink in bytes/s; 0: it is measured
 * @param headroom smallest share of each link that plans leave free, for acknowledgements and control messages. Plans
 *     leave up to 30 % of each uplink free where the load allows it
 * @param objective latency that plans minimise
 * @param reportNanos interval of reports and of round trips
 * @param repeatNanos interval in which the planner repeats its plan; well below the lifetime of plans.
 * @param retryNanos time after which a link that was full may be tried with more
 * @param change relative change of a load or a capacity that needs a new plan
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

    /** @throws IllegalArgumentException if a value is out of its range */
    public ControllerSettings {
        if (!(uplinkMax >= 0 && downlinkMax >= 0))
            throw new IllegalArgumentException(
                    "rates: expected at least 0, got " + uplinkMax + " and " + downlinkMax);
        if (!(headroom >= 0 && headroom < 1))
            throw new IllegalArgumentException(
                    "headroom: expected at least 0 and below 1, got " + headroom);
        if (reportNanos < 1 || repeatNanos < 1 || retryNanos < 1)
            throw new IllegalArgumentException("expected intervals of at least 1 ns");
        if (!(change > 0))
            throw new IllegalArgumentException("change: expected above 0, got " + change);
    }

    /** The defaults, with bounds on the links. */
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
