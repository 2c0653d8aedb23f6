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

    private static final double WEIGHT = 0.125;

    private static final class Opened {
        private final long sinceNanos;
        private boolean voted;

        private Opened(long sinceNanos) {
            this.sinceNanos = sinceNanos;
        }
    }

    private final long maxNanos;

    private final TreeMap<Long, Opened> opened = new TreeMap<>();

    private double voteNanos;

    private final ArrivalTime arrival = new ArrivalTime();

    private double commitNanos;

    private double executionNanos;

    private long fast;
    private long slow;

    RoundTrips(long maxNanos) {
        this.maxNanos = maxNanos;
        voteNanos = maxNanos;
    }

    void onOpened(InstanceId id, long nowNanos) {
        if (opened.size() < OPEN_MAX) opened.put(id.number(), new Opened(nowNanos));
    }

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

    void onExecuted(InstanceId id, long nowNanos) {
        Opened its = opened.remove(id.number());
        if (its != null) executionNanos = mean(executionNanos, nowNanos - its.sinceNanos);
    }

    /** The instance may still be measured if this member installed a snapshot instead of executing the instance. */
    void forget(InstanceId id) {
        opened.remove(id.number());
    }

    void clear() {
        opened.clear();
    }

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

    long arrivalNanos() {
        return arrival.nanos();
    }

    /** Returns 0 before the first commit. */
    long commitNanos() {
        return (long) commitNanos;
    }

    long executionNanos() {
        return (long) executionNanos;
    }

    long fast() {
        return fast;
    }

    long slow() {
        return slow;
    }
}
