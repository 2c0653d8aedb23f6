package io.abcast.sim;

import java.util.ArrayList;
import java.util.List;

/**
 * The load that clients produce in one run.
 *
 * @param payloadBytesMax maximum size of a request's payload in bytes
 * @param actions actions of clients in order of virtual time
 */
record Workload(int payloadBytesMax, List<Action> actions) {
    private static final int REQUESTS_MAX = 300;

    /**
     * The simulator selects the client's member when the action starts.
     *
     * @param requests number of consecutive writes of the client; 0 for a linearizable read
     */
    record Action(long atNanos, int requests, long dice) implements RunSchedule.Item {
        @Override
        public String toString() {
            return (requests == 0 ? "read" : requests == 1 ? "write" : requests + " writes")
                    + " at "
                    + RunSchedule.millis(atNanos)
                    + " ms";
        }
    }

    static Workload draw(Rng random, long nanos) {
        long gapNanosMean = random.between(500_000, 15_000_000);
        double burstChance = random.pick(0.0, 0.02, 0.2);
        int burstMax = (int) random.between(5, 60);
        int payloadBytesMax = random.pick(0, 20, 200, 1_000);
        double readShare = random.pick(0.0, 0.2, 0.5);
        List<Action> actions = new ArrayList<>();
        int requests = 0;
        for (long at = random.exponential(gapNanosMean);
                at < nanos && requests < REQUESTS_MAX;
                at += random.exponential(gapNanosMean)) {
            int count = 0;
            if (!random.chance(readShare)) count = random.chance(burstChance) ? burstMax : 1;
            requests += count;
            actions.add(new Action(at, count, random.nextLong()));
        }
        return new Workload(payloadBytesMax, List.copyOf(actions));
    }
}
