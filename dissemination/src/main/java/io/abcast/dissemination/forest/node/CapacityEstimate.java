package io.abcast.dissemination.forest.node;

/** The planner's estimate of the capacity of one uplink or downlink, in bytes/s. */
final class CapacityEstimate {
    /** Factor by which a plan tries a link that was not full lately. */
    static final double GROWTH = 1.25;

    /** A link is not tried with more than this multiple of the highest rate that it has carried. */
    private static final double UNSEEN_MAX = 4;

    private final long retryNanos;
    private double bound = Double.MAX_VALUE;
    private double capacity;
    private double highest;
    private boolean wasFull;
    private long fullNanos;

    /** @param retryNanos time after which a link that was full may have become faster */
    CapacityEstimate(long retryNanos) {
        this.retryNanos = retryNanos;
    }

    /** Sets the configured bound; 0: none. */
    void bound(double rate) {
        bound = rate > 0 ? rate : Double.MAX_VALUE;
    }

    double value() {
        return Math.min(bound, capacity);
    }

    /** @param isFull whether the link was full, so that the rate is its capacity */
    void measured(double rate, boolean isFull, long nowNanos) {
        if (isFull) {
            wasFull = true;
            fullNanos = nowNanos;
            capacity = rate;
        } else {
            capacity = Math.max(capacity, rate);
        }
        highest = Math.max(highest, rate);
    }

    boolean wasFull() {
        return wasFull;
    }

    /** A link that was never full is taken for at least as fast as another one. */
    void assume(double other) {
        if (!wasFull) capacity = Math.max(capacity, other);
    }

    /** Whether the capacity may be higher than the estimate. */
    boolean mayGrow(long nowNanos) {
        return capacity < Math.min(bound, UNSEEN_MAX * highest)
                && (!wasFull || nowNanos - fullNanos >= retryNanos);
    }

    void grow() {
        capacity *= GROWTH;
    }
}
