package io.abcast.ordering.epaxos;

import java.util.TreeMap;

/**
 * Measures the time from opening an instance until the first vote of another member, and counts how the own instances
 * were committed.
 *
 * <p><b>Bound:</b> {@link #OPEN_MAX} instances at a time; further ones are not measured.
 */
final class RoundTrips {
    private static final int OPEN_MAX = 1024;

    /** Weight of the newest time in the mean. */
    private static final double WEIGHT = 0.125;

    private final long maxNanos;

    /** By number: time when an own instance was opened. */
    private final TreeMap<Long, Long> opened = new TreeMap<>();

    private double meanNanos;
    private long fast;
    private long slow;

    /** @param maxNanos maximum of {@link #roundTripNanos}, and its value before the first measurement */
    RoundTrips(long maxNanos) {
        this.maxNanos = maxNanos;
        meanNanos = maxNanos;
    }

    void onOpened(InstanceId id, long nowNanos) {
        if (opened.size() < OPEN_MAX) opened.put(id.number(), nowNanos);
    }

    /** Handles a vote for an own instance. */
    void onVote(boolean own, InstanceId id, long nowNanos) {
        Long since = own ? null : opened.remove(id.number());
        if (since != null) meanNanos += WEIGHT * (nowNanos - since - meanNanos);
    }

    /** Handles the decision of an own instance. */
    void onCommitted(EpaxosInstance instance) {
        opened.remove(instance.id.number());
        if (instance.cmd.isNop() || instance.bal > 0) return;
        if (instance.abal == 0 && instance.dep.equals(instance.initDep)) fast++;
        else slow++;
    }

    /** Mean time from opening an instance until the vote of another member, with its disk. */
    long roundTripNanos() {
        return Math.min(maxNanos, (long) meanNanos);
    }

    /** Own instances that were committed with their proposed dependencies in ballot 0. */
    long fast() {
        return fast;
    }

    /** Own instances that were committed with other dependencies in ballot 0. */
    long slow() {
        return slow;
    }
}
