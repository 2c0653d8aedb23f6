package io.abcast.dissemination.forest.node;

/**
 * The planner's estimate of the load of a member, in bytes/s. A source that limits its bytes in flight offers in bursts, so
 * reports are averaged over seconds. Reports in a row that are all far above or far below the estimate replace it.
 */
final class LoadEstimate {
    /** Weight of a newly measured load: an average over about 2.5 s. */
    private static final double WEIGHT = 0.2;

    /** Factor by which a load that has changed at once differs from the estimate. */
    private static final double FAR = 2;

    private double value;
    private double last;
    private double lastButOne;
    private boolean hasValue;

    /** @param load measured rate of a report */
    void measured(double load) {
        boolean isHigher = Math.min(load, last) > FAR * value;
        // The limit of a source may stop it for two reports.
        boolean isLower = FAR * Math.max(load, Math.max(last, lastButOne)) < value;
        if (!hasValue) value = load;
        else if (isHigher || isLower) value = (load + last) / 2;
        else value += WEIGHT * (load - value);
        hasValue = true;
        lastButOne = last;
        last = load;
    }

    double value() {
        return value;
    }
}
