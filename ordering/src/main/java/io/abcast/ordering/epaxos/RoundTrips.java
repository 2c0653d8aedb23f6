package io.abcast.ordering.epaxos;

import java.util.TreeMap;

/**
 * Measures the own instances. For each, three times are measured from its opening: until a vote of another member,
 * until its commit, and until its execution. The results are moving means in ns. The class also counts how many
 * instances were committed on the fast and on the slow path.
 *
 * <p><b>Bound:</b> {@link #OPEN_MAX} instances at a time; further instances are not measured.
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

    /** Computes, from the times until each vote, for how long a sent value counts as in flight. */
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
        // The measured time is bounded, because a vote after a long partition is no evidence of the
        // present round trip.
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

    /**
     * Forgets a dropped own instance. An instance that a snapshot of another member contains may never have been
     * executed here.
     */
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

    /**
     * Mean time in ns from the opening of an instance to the vote of another member, which includes the sync of that
     * member's disk.
     */
    long roundTripNanos() {
        return Math.min(maxNanos, (long) voteNanos);
    }

    /** Time in ns for which a value that was sent counts as in flight. */
    long arrivalNanos() {
        return arrival.nanos();
    }

    /** Mean time in ns from the opening of an instance to its commit; 0 before the first commit. */
    long commitNanos() {
        return (long) commitNanos;
    }

    /**
     * Mean time in ns from the opening of an instance to its execution, after which its callers are answered; 0 before
     * the first execution.
     */
    long executionNanos() {
        return (long) executionNanos;
    }

    /** Number of own instances that were committed on the fast path, with their proposed dependencies. */
    long fast() {
        return fast;
    }

    /** Number of own instances that were committed on the slow path, with other dependencies, in ballot 0. */
    long slow() {
        return slow;
    }
}
