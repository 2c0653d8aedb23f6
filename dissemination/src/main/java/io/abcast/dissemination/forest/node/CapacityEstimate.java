package io.abcast.dissemination.forest.node;

/** The planner's estimate of the capacity of one uplink or downlink, in bytes/s. */
final class CapacityEstimate {
    /** Factor by which a plan tries a link that was not full lately. */
    private static final double GROWTH = 1.25;

    /** A full link whose rate differs by more than this share from the estimate has changed. */
    private static final double CHANGED_SHARE = 0.25;

    /** Weight of a newly measured rate of a full link that has not changed. */
    private static final double WEIGHT = 0.5;

    /** A link that carries less than this share of its estimate is not tried with more. */
    private static final double USED_SHARE = 0.9;

    private final long retryNanos;
    private double bound = Double.MAX_VALUE;
    private double capacity;
    private double lastRate;
    private boolean wasFull;
    private long fullNanos;

    /** @param retryNanos time after which a link that was full may have become faster */
    CapacityEstimate(long retryNanos) {
        this.retryNanos = retryNanos;
    }

    /** Sets the configured bound; 0: none. A link that was never full is taken for as fast as its bound. */
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
            // Bursts into the buffers of sockets exceed the capacity, but not in two reports.
            capacity = Math.max(capacity, Math.min(rate, lastRate));
        }
        lastRate = rate;
    }

    /** A link that was never full is taken for at least as fast as another one. */
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
