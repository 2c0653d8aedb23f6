package io.abcast.ordering.camu;

/**
 * Keeps the delays in ns that the leader of a partition measures for its links; an unknown delay is 0. A new leader
 * starts to measure from zero.
 */
final class LinkDelays {
    private final DelayMeter commit = new DelayMeter();

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
     * The estimate is half of the time until an acknowledgement arrives, without the time of the commit at the other
     * partition.
     */
    double oneWay(int other) {
        return (rounds[other].nanos() - reported[other]) / 2;
    }

    double transit(int other) {
        return (rounds[other].nanos() + reported[other]) / 2;
    }

    double everywhere(int[] groups) {
        double most = 0;
        for (int other : groups) most = Math.max(most, transit(other));
        return commit.nanos() + most;
    }
}
