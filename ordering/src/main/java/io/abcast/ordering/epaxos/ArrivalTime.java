package io.abcast.ordering.epaxos;

/**
 * Computes how long sent payload bytes count as in flight: twice the longest arrival time that was measured recently.
 * While payload bytes count as in flight, a member neither sends them again nor asks for them, because repeated bytes
 * would overload a slow network. Not thread-safe.
 */
final class ArrivalTime {
    private static final long MIN_NANOS = 2_000_000_000L;
    private static final long MAX_NANOS = 30_000_000_000L;

    /**
     * Factor by which each new measurement lowers the stored longest arrival time, so that old measurements lose
     * weight.
     */
    private static final double WEIGHT = 0.99;

    private double longestNanos;

    void measured(long nanos) {
        longestNanos = Math.max(WEIGHT * longestNanos, (double) nanos);
    }

    /** Returns a time of at least 2 s and at most 30 s. */
    long nanos() {
        return Math.max(MIN_NANOS, Math.min(MAX_NANOS, (long) (2 * longestNanos)));
    }
}
