package io.abcast.dissemination.forest.node;

/** The planner's estimate of the capacity of one uplink or downlink, in bytes/s. */
final class CapacityEstimate {
    /**
     * Factor by which the planner raises the estimated capacity of a link that was not full recently, to try whether
     * the link is faster.
     */
    private static final double GROWTH = 1.25;

    /**
     * Share of the estimated capacity that separates noise from a changed capacity. If the rate of a full link differs
     * from the estimate by more than a quarter of the estimate, the link's capacity has changed.
     */
    private static final double CHANGED_SHARE = 0.25;

    /**
     * Weight of a newly measured rate in the estimated capacity, if the link is full and its capacity has not changed.
     */
    private static final double WEIGHT = 0.5;

    /** Share of its estimated capacity that a link must carry before the planner raises the estimate. */
    private static final double USED_SHARE = 0.9;

    private final long retryNanos;
    private double bound = Double.MAX_VALUE;
    private double capacity;
    private double lastRate;
    private boolean wasFull;
    private long fullNanos;

    /** @param retryNanos time in ns after which the planner assumes that a link that was full may have become faster */
    CapacityEstimate(long retryNanos) {
        this.retryNanos = retryNanos;
    }

    /**
     * Sets the configured bound of the link's capacity in bytes/s; 0 for no bound. The estimated capacity of a link
     * that was never full is its configured bound.
     */
    void bound(double rate) {
        bound = rate > 0 ? rate : Double.MAX_VALUE;
        if (rate > 0) assume(rate);
    }

    double value() {
        return Math.min(bound, capacity);
    }

    /** @param isFull whether the link was full, so that {@code rate} is the link's capacity in bytes/s */
    void measured(double rate, boolean isFull, long nowNanos) {
        if (isFull) {
            boolean hasChanged = Math.abs(rate - capacity) > CHANGED_SHARE * capacity;
            capacity = wasFull && !hasChanged ? capacity + WEIGHT * (rate - capacity) : rate;
            wasFull = true;
            fullNanos = nowNanos;
        } else {
            // The rate of a burst into socket buffers can exceed the link's capacity, but not in
            // two consecutive reports.
            capacity = Math.max(capacity, Math.min(rate, lastRate));
        }
        lastRate = rate;
    }

    /**
     * Raises the estimated capacity of a link that was never full to at least {@code other}, the estimated capacity of
     * another link in bytes/s.
     */
    void assume(double other) {
        if (!wasFull) capacity = Math.max(capacity, other);
    }

    /** Whether the link's capacity may be higher than its estimate. */
    boolean mayGrow(long nowNanos) {
        return capacity < bound
                && lastRate >= USED_SHARE * capacity
                && (!wasFull || nowNanos - fullNanos >= retryNanos);
    }

    void grow() {
        capacity *= GROWTH;
    }
}
