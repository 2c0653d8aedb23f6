package io.abcast.ordering.epaxos;

import java.util.TreeMap;

/**
 * Measures three times for each instance of this member from its opening: until the vote of another member, until its
 * commit, and until its execution. The measured times are smoothed to moving means in ns. {@code RoundTrips} also
 * counts how many instances were committed on the fast path and on the slow path.
 *
 * <p><b>Bound:</b> at most {@link #OPEN_MAX} instances are measured at a time; further instances are not measured.
 */
final class RoundTrips {
    private static final int OPEN_MAX = 1024;

    /** Weight of the newest measured time in a moving mean. */
    private static final double WEIGHT = 0.125;

    /** An instance that this member has opened and not executed. */
    private static final class Opened {
        private final long sinceNanos;
        private boolean voted;

        private Opened(long sinceNanos) {
            this.sinceNanos = sinceNanos;
        }
    }

    private final long maxNanos;

    /** By instance number: the measured instances of this member that are not executed. */
    private final TreeMap<Long, Opened> opened = new TreeMap<>();

    private double voteNanos;

    /** Computes, from the times until each vote, for how long a sent value counts as in flight. */
    private final ArrivalTime arrival = new ArrivalTime();

    /** Mean time in ns from the opening of an instance by this member to its commit; 0 before the first measurement. */
    private double commitNanos;

    /**
     * Mean time in ns from the opening of an instance by this member to its execution; 0 before the first measurement.
     */
    private double executionNanos;

    private long fast;
    private long slow;

    /**
     * Creates a meter without measurements.
     *
     * @param maxNanos maximum of {@link #roundTripNanos} in ns, and its value before the first measurement
     */
    RoundTrips(long maxNanos) {
        this.maxNanos = maxNanos;
        voteNanos = maxNanos;
    }

    void onOpened(InstanceId id, long nowNanos) {
        if (opened.size() < OPEN_MAX) opened.put(id.number(), new Opened(nowNanos));
    }

    /** Handles a vote for an instance of this member. */
    void onVote(boolean own, InstanceId id, long nowNanos) {
        Opened its = own ? null : opened.get(id.number());
        if (its == null) return;
        arrival.measured(nowNanos - its.sinceNanos);
        if (its.voted) return;
        its.voted = true;
        // The measured time of a vote is bounded, because a vote after a long network partition is
        // no evidence of the present round trip.
        voteNanos = mean(voteNanos, Math.min(maxNanos, nowNanos - its.sinceNanos));
    }

    /** Handles the decision of an instance that this member has opened. */
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

    /** Handles the execution of an instance that this member has opened. */
    void onExecuted(InstanceId id, long nowNanos) {
        Opened its = opened.remove(id.number());
        if (its != null) executionNanos = mean(executionNanos, nowNanos - its.sinceNanos);
    }

    /**
     * Forgets a dropped instance of this member. If a snapshot of another member contains the instance, this member may
     * never have executed the instance.
     */
    void forget(InstanceId id) {
        opened.remove(id.number());
    }

    /** Forgets all measured instances, because the ensemble has changed. */
    void clear() {
        opened.clear();
    }

    /** Returns the number of this member's instances that are measured at present. */
    int size() {
        return opened.size();
    }

    private static double mean(double before, long newest) {
        return before == 0 ? newest : before + WEIGHT * (newest - before);
    }

    /**
     * Returns the mean time in ns from the opening of an instance to another member's vote, which includes the sync of
     * the voter's disk.
     */
    long roundTripNanos() {
        return Math.min(maxNanos, (long) voteNanos);
    }

    /** Returns the time in ns for which a sent value of an instance counts as in flight. */
    long arrivalNanos() {
        return arrival.nanos();
    }

    /**
     * Returns the mean time in ns from the opening of an instance by this member to its commit; 0 before the first
     * commit.
     */
    long commitNanos() {
        return (long) commitNanos;
    }

    /**
     * Returns the mean time in ns from the opening of an instance by this member to its execution, after which its
     * callers are answered; 0 before the first execution.
     */
    long executionNanos() {
        return (long) executionNanos;
    }

    /**
     * Returns the number of this member's instances that were committed on the fast path, with their proposed
     * dependencies.
     */
    long fast() {
        return fast;
    }

    /**
     * Returns the number of this member's instances that were committed on the slow path, with other dependencies, in
     * ballot 0.
     */
    long slow() {
        return slow;
    }
}
