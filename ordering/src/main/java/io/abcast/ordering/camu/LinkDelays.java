package io.abcast.ordering.camu;

/** The delays that the leader of a partition measures, in ns; 0 while unknown. Volatile state of a leader. */
final class LinkDelays {
    /** The time that this partition's log takes for a payload. */
    private final DelayMeter commit = new DelayMeter();

    /** By partition: the time from the sending of an item to its acknowledgement. */
    private final DelayMeter[] rounds;

    /** By partition: the time that its log takes for a payload, as its leader reports. */
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

    /** The time of a message to another partition. An acknowledged item takes two messages and a commit. */
    double oneWay(int other) {
        return (rounds[other].nanos() - reported[other]) / 2;
    }

    /** The time from the sending of an item to its commit at another partition. */
    double transit(int other) {
        return (rounds[other].nanos() + reported[other]) / 2;
    }

    /** The time from the submission of an entry here until the last of these partitions has committed its item. */
    double everywhere(int[] groups) {
        double most = 0;
        for (int other : groups) most = Math.max(most, transit(other));
        return commit.nanos() + most;
    }
}
