package io.abcast.dissemination.forest.node;

/** The planner's estimate of the capacity of one uplink or downlink, in bytes/s. */
final class CapacityEstimate {
    /** Factor by which the planner raises the estimated capacity of a link to test whether the link is faster. */
    private static final double GROWTH = 1.25;

    /**
     * If the rate of a full link differs from the estimate by more than this share of the estimate, the link's capacity
     * has changed. A difference of at most {@code CHANGED_SHARE} counts as noise.
     */
    private static final double CHANGED_SHARE = 0.25;

    /**
     * Weight of a newly measured rate in the estimated capacity of a full link, if the difference from the estimate
     * counts as noise.
     */
    private static final double WEIGHT = 0.5;

    /**
     * Minimum share of its estimated capacity that a link must carry before the planner tests whether the link is
     * faster.
     */
    private static final double USED_SHARE = 0.9;

    private final long retryNanos;
    private double bound = Double.MAX_VALUE;
    private double capacity;
    private double lastRate;
    private boolean wasFull;
    private long fullNanos;

    /**
     * @param retryNanos time in ns after which a link that was full may have become faster, so that the planner tests
     *     it again
     */
    CapacityEstimate(long retryNanos) {
        this.retryNanos = retryNanos;
    }

    /**
     * Sets the configured capacity of the link in bytes/s; 0 if not configured. A configured capacity is the estimate
     * until the link has been full.
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
     * If the link was never full, raises its estimate to at least {@code other}, the estimated capacity in bytes/s of
     * another link.
     */
    void assume(double other) {
        if (!wasFull) capacity = Math.max(capacity, other);
    }

    /** Whether the link may be faster than its estimate, so that the planner may test a higher rate. */
    boolean mayGrow(long nowNanos) {
        return capacity < bound
                && lastRate >= USED_SHARE * capacity
                && (!wasFull || nowNanos - fullNanos >= retryNanos);
    }

    void grow() {
        capacity *= GROWTH;
    }
}
