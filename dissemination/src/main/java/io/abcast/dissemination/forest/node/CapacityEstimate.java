package io.abcast.dissemination.forest.node;

/** The planner's estimate of the capacity of one uplink or downlink, in bytes/s. */
final class CapacityEstimate {
    private static final double GROWTH = 1.25;

    /** A smaller difference between the rate of a full link and the estimate counts as noise. */
    private static final double CHANGED_SHARE = 0.25;

    private static final double WEIGHT = 0.5;
    private static final double USED_SHARE = 0.9;

    private final long retryNanos;
    private double bound = Double.MAX_VALUE;
    private double capacity;
    private double lastRate;
    private boolean wasFull;
    private long fullNanos;

    CapacityEstimate(long retryNanos) {
        this.retryNanos = retryNanos;
    }

    /** A configured capacity, in bytes/s (0 if not configured), is the estimate until the link has been full. */
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

    void assume(double other) {
        if (!wasFull) capacity = Math.max(capacity, other);
    }

    boolean mayGrow(long nowNanos) {
        return capacity < bound
                && lastRate >= USED_SHARE * capacity
                && (!wasFull || nowNanos - fullNanos >= retryNanos);
    }

    void grow() {
        capacity *= GROWTH;
    }
}
