package io.abcast.dissemination.forest.node;

/**
 * The planner's estimate of the load of a member, in bytes/s. A source that limits its bytes in flight offers payloads
 * in bursts, so the planner averages the loads that the source reports over several seconds. If several consecutive
 * reports are far above or far below the estimate, the reported load replaces the estimate at once.
 */
final class LoadEstimate {
    /** Weight of a newly reported load in the estimated load, which is an average over about 2.5 s. */
    private static final double WEIGHT = 0.2;

    /** Minimum factor between the estimated load and a reported load at which the load counts as suddenly changed. */
    private static final double FAR = 2;

    private double value;
    private double last;
    private double lastButOne;
    private boolean hasValue;

    /** @param load load of the member in bytes/s, as its report states it */
    void measured(double load) {
        boolean isHigher = Math.min(load, last) > FAR * value;
        // The limit on bytes in flight may stop a source during two report intervals. A source's
        // load therefore counts as dropped only if three consecutive reports are low.
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
