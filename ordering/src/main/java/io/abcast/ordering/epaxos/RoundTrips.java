package io.abcast.ordering.epaxos;

import java.util.TreeMap;

/**
 * Measures the own instances: the times from opening an instance until the first vote of another member, until its
 * commit and until its execution. It also counts how the instances were committed. All times are moving means.
 *
 * <p><b>Bound:</b> {@link #OPEN_MAX} instances at a time; further ones are not measured.
 */
final class RoundTrips {
    private static final int OPEN_MAX = 1024;

    /** Weight of the newest time in a mean. */
    private static final double WEIGHT = 0.125;

    /** An own instance that is not executed. */
    private static final class Opened {
        private final long sinceNanos;
        private boolean voted;

        private Opened(long sinceNanos) {
            this.sinceNanos = sinceNanos;
        }
    }

    private final long maxNanos;

    /** By number. */
    private final TreeMap<Long, Opened> opened = new TreeMap<>();

    private double voteNanos;

    /** From the times until each vote. */
    private final ArrivalTime arrival = new ArrivalTime();

    /** 0 before the first measurement. */
    private double commitNanos;

    /** 0 before the first measurement. */
    private double executionNanos;

    private long fast;
    private long slow;

    /** @param maxNanos maximum of {@link #roundTripNanos}, and its value before the first measurement */
    RoundTrips(long maxNanos) {
        this.maxNanos = maxNanos;
        voteNanos = maxNanos;
    }

    void onOpened(InstanceId id, long nowNanos) {
        if (opened.size() < OPEN_MAX) opened.put(id.number(), new Opened(nowNanos));
    }

    /** Handles a vote for an own instance. */
    void onVote(boolean own, InstanceId id, long nowNanos) {
        Opened its = own ? null : opened.get(id.number());
        if (its == null) return;
        arrival.measured(nowNanos - its.sinceNanos);
        if (its.voted) return;
        its.voted = true;
        // A vote after a long partition says nothing about the present round trip.
        voteNanos = mean(voteNanos, Math.min(maxNanos, nowNanos - its.sinceNanos));
    }

    /** Handles the decision of an own instance. */
    void onCommitted(EpaxosInstance instance, long nowNanos) {
        Opened its = opened.get(instance.id.number());
        if (instance.cmd.isNop()) {
            opened.remove(instance.id.number());
            return;
        }
        if (its != null) commitNanos = mean(commitNanos, nowNanos - its.sinceNanos);
        if (instance.bal > 0) return;
        if (instance.abal == 0 && instance.dep.equals(instance.initDep)) fast++;
        else slow++;
    }

    /** Handles the execution of an own instance. */
    void onExecuted(InstanceId id, long nowNanos) {
        Opened its = opened.remove(id.number());
        if (its != null) executionNanos = mean(executionNanos, nowNanos - its.sinceNanos);
    }

    /** Forgets a dropped own instance. One that a snapshot of another member contains was never executed here. */
    void forget(InstanceId id) {
        opened.remove(id.number());
    }

    /** Forgets all instances, because the ensemble has changed. */
    void clear() {
        opened.clear();
    }

    /** Number of own instances that are measured. */
    int size() {
        return opened.size();
    }

    private static double mean(double before, long newest) {
        return before == 0 ? newest : before + WEIGHT * (newest - before);
    }

    /** Mean time from opening an instance until the vote of another member, with its disk. */
    long roundTripNanos() {
        return Math.min(maxNanos, (long) voteNanos);
    }

    /** Time for which a value that was sent may still be on its way. */
    long arrivalNanos() {
        return arrival.nanos();
    }

    /** Mean time from opening an instance until its commit; 0 before the first commit. */
    long commitNanos() {
        return (long) commitNanos;
    }

    /** Mean time from opening an instance until its execution, which answers its callers; 0 before the first one. */
    long executionNanos() {
        return (long) executionNanos;
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
