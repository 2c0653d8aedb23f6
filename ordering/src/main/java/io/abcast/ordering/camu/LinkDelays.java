package io.abcast.ordering.camu;

/**
 * Keeps the delays in ns that the leader of a partition measures for its links; an unknown delay is 0. A new leader
 * starts to measure from zero.
 */
final class LinkDelays {
    /** The time in ns that this partition's log takes to commit a payload. */
    private final DelayMeter commit = new DelayMeter();

    /** By partition: the time from the sending of a stream item until its acknowledgement arrives. */
    private final DelayMeter[] rounds;

    /**
     * By partition: the time in ns in which the partition's log commits a payload, as the partition's leader reports
     * it.
     */
    private final double[] reported;

    LinkDelays(int groups) {
        rounds = new DelayMeter[groups];
        reported = new double[groups];
        for (int other = 0; other < groups; other++) rounds[other] = new DelayMeter();
    }

    DelayMeter commit() {
        return commit;
    }

    DelayMeter round(int other) {
        return rounds[other];
    }

    void reported(int other, double commitNanos) {
        reported[other] = Math.max(0, Math.min(commitNanos, rounds[other].nanos()));
    }

    /**
     * Returns the estimated time in ns that a message takes to another partition. The estimate is half of the time
     * until an acknowledgement arrives, without the time of the commit at the other partition.
     */
    double oneWay(int other) {
        return (rounds[other].nanos() - reported[other]) / 2;
    }

    /** Returns the time in ns from the sending of a stream item to its commit at another partition. */
    double transit(int other) {
        return (rounds[other].nanos() + reported[other]) / 2;
    }

    /**
     * Returns the estimated time in ns until all partitions {@code groups} have logged an entry that this partition
     * submits now. A partition has logged the entry when it has committed the stream item of the entry.
     */
    double everywhere(int[] groups) {
        double most = 0;
        for (int other : groups) most = Math.max(most, transit(other));
        return commit.nanos() + most;
    }
}
