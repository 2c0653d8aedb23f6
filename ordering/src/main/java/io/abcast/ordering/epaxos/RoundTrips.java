package io.abcast.ordering.epaxos;

import java.util.TreeMap;

/**
 * Measures three durations for each instance that this member opens: from the opening to each vote of another member,
 * to the commit, and to the execution. Each duration is smoothed to a moving mean in ns. {@code RoundTrips} also counts
 * the instances that were committed on the fast path and on the slow path.
 *
 * <p><b>Bound:</b> at most {@link #OPEN_MAX} unexecuted instances are measured at a time; further instances are not
 * measured.
 */
final class RoundTrips {
    private static final int OPEN_MAX = 1024;

    /** Weight of the newest measured time in a moving mean. */
    private static final double WEIGHT = 0.125;

    /** An instance of this member that is measured until its execution. */
    private static final class Opened {
        private final long sinceNanos;
        private boolean voted;

        private Opened(long sinceNanos) {
            this.sinceNanos = sinceNanos;
        }
    }

    private final long maxNanos;

    /** The measured instances that are not executed yet, by instance number. */
    private final TreeMap<Long, Opened> opened = new TreeMap<>();

    private double voteNanos;

    /**
     * Computes, from the durations until each vote, how long a sent value counts as in flight and is not sent again.
     */
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
     * Creates an object without measurements.
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

    /** Measures the duration from the opening of an instance to a vote on it; ignores this member's own votes. */
    void onVote(boolean own, InstanceId id, long nowNanos) {
        Opened its = own ? null : opened.get(id.number());
        if (its == null) return;
        arrival.measured(nowNanos - its.sinceNanos);
        if (its.voted) return;
        its.voted = true;
        // The measured duration is bounded, because a vote that arrives after a long network
        // partition says nothing about the present round trip.
        voteNanos = mean(voteNanos, Math.min(maxNanos, nowNanos - its.sinceNanos));
    }

    /** Measures the duration from the opening of an instance to its commit, and counts its path (fast or slow). */
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

    /**
     * Measures the duration from the opening of an instance to its execution, and ends the measurement of the instance.
     */
    void onExecuted(InstanceId id, long nowNanos) {
        Opened its = opened.remove(id.number());
        if (its != null) executionNanos = mean(executionNanos, nowNanos - its.sinceNanos);
    }

    /**
     * Ends the measurement of a dropped instance. The instance may still be measured if this member installed a
     * snapshot instead of executing the instance.
     */
    void forget(InstanceId id) {
        opened.remove(id.number());
    }

    /** Ends the measurement of all instances, because this member has entered another ensemble. */
    void clear() {
        opened.clear();
    }

    /** Returns the number of unexecuted instances that are measured at present. */
    int size() {
        return opened.size();
    }

    private static double mean(double before, long newest) {
        return before == 0 ? newest : before + WEIGHT * (newest - before);
    }

    /**
     * Returns the mean time in ns from the opening of an instance by this member to the vote of another member,
     * including the disk sync at the voter.
     */
    long roundTripNanos() {
        return Math.min(maxNanos, (long) voteNanos);
    }

    /**
     * Returns the time in ns for which a sent value counts as in flight, so that this member does not send it again.
     */
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
     * Returns the mean time in ns from the opening of an instance by this member to its execution, when the callers get
     * their answers; 0 before the first execution.
     */
    long executionNanos() {
        return (long) executionNanos;
    }

    /** Returns the number of this member's instances that were committed on the fast path, after one round trip. */
    long fast() {
        return fast;
    }

    /**
     * Returns the number of this member's instances that were committed on the slow path, after two round trips in
     * ballot 0.
     */
    long slow() {
        return slow;
    }
}
