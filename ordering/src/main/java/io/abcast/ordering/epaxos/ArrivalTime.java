package io.abcast.ordering.epaxos;

/**
 * Time for which bytes that were sent may still be on their way: twice the longest one of the last measured times. Until
 * then they are not sent again, because repeated bytes would fill a slow network. Not thread-safe.
 */
final class ArrivalTime {
    private static final long MIN_NANOS = 2_000_000_000L;
    private static final long MAX_NANOS = 30_000_000_000L;

    /** Each measurement lowers the longest time a little. */
    private static final double WEIGHT = 0.99;

    private double longestNanos;

    void measured(long nanos) {
        longestNanos = Math.max(WEIGHT * longestNanos, (double) nanos);
    }

    /** At least 2 s, at most 30 s. */
    long nanos() {
        return Math.max(MIN_NANOS, Math.min(MAX_NANOS, (long) (2 * longestNanos)));
    }
}
