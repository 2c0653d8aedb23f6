package io.abcast.dissemination.forest.node;

/**
 * The planner's estimate of the load of a member, in bytes/s. A source that limits its bytes in flight offers payloads
 * in bursts, so the planner averages the loads that the source reports over several seconds. If several consecutive
 * reports are far above or far below the estimate, the reported load replaces the estimate at once.
 */
final class LoadEstimate {
    private static final double WEIGHT = 0.2;
    private static final double FAR = 2;

    private double value;
    private double last;
    private double lastButOne;
    private boolean hasValue;

    void measured(double load) {
        boolean isHigher = Math.min(load, last) > FAR * value;
        // The limit on bytes in flight may stop a source during two report intervals, so only three
        // consecutive low reports count.
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
