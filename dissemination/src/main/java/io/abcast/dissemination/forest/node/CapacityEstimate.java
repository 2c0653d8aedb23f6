package io.abcast.dissemination.forest.node;

/** The planner's estimate of the capacity of one uplink or downlink, in bytes/s. */
final class CapacityEstimate {
    /** Factor by which the estimate is raised, as a trial, for a link that was not full lately. */
    private static final double GROWTH = 1.25;

    /**
     * Share of the estimate. If the rate of a full link differs from the estimate by more than this share, the capacity
     * of the link has changed.
     */
    private static final double CHANGED_SHARE = 0.25;

    /** Weight of a new measurement in the estimate, if the link is full and its capacity has not changed. */
    private static final double WEIGHT = 0.5;

    /** Share of the estimate. The estimate is not raised for a link that carries less than this share. */
    private static final double USED_SHARE = 0.9;

    private final long retryNanos;
    private double bound = Double.MAX_VALUE;
    private double capacity;
    private double lastRate;
    private boolean wasFull;
    private long fullNanos;

    /** @param retryNanos time in ns after which a link that was full may have become faster */
    CapacityEstimate(long retryNanos) {
        this.retryNanos = retryNanos;
    }

    /**
     * Sets the configured bound of the capacity in bytes/s; 0 for no bound. A link that was never full counts as being
     * as fast as its bound.
     */
    void bound(double rate) {
        bound = rate > 0 ? rate : Double.MAX_VALUE;
        if (rate > 0) assume(rate);
    }

    double value() {
        return Math.min(bound, capacity);
    }

    /** @param isFull whether the link was full, so that the rate is its capacity */
    void measured(double rate, boolean isFull, long nowNanos) {
        if (isFull) {
            boolean hasChanged = Math.abs(rate - capacity) > CHANGED_SHARE * capacity;
            capacity = wasFull && !hasChanged ? capacity + WEIGHT * (rate - capacity) : rate;
            wasFull = true;
            fullNanos = nowNanos;
        } else {
            // The rate of a burst into socket buffers can exceed the capacity, but not in two
            // reports in a row.
            capacity = Math.max(capacity, Math.min(rate, lastRate));
        }
        lastRate = rate;
    }

    /** If the link was never full, raises its estimate to at least {@code other}, the estimate of another link. */
    void assume(double other) {
        if (!wasFull) capacity = Math.max(capacity, other);
    }

    /** Whether the capacity may be higher than the estimate. */
    boolean mayGrow(long nowNanos) {
        return capacity < bound
                && lastRate >= USED_SHARE * capacity
                && (!wasFull || nowNanos - fullNanos >= retryNanos);
    }

    void grow() {
        capacity *= GROWTH;
    }
}
