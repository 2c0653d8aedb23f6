package io.abcast.papers.omaha;

import io.abcast.sim.Rng;

/**
 * Random start times of the instances in an experiment on real sockets, with high load and leaders in turn. All
 * processes of the experiment draw the same start times from one seed.
 *
 * @param beginNanos start time of each instance, by the number of the instance, in ns after the start of the run
 */
record SocketLoad(long[] beginNanos) {
    static SocketLoad drawn(int instances, long seed) {
        Rng random = new Rng(seed);
        double mean =
                Algorithm.PAXOS.steps
                        * AggregationArena.RTT_MILLIS
                        * 500_000.0
                        / Trial.Load.HIGH.at(0, 1);
        long[] begin = new long[instances];
        double at = 0;
        for (int number = 0; number < instances; number++) {
            begin[number] = (long) at;
            at -= mean * Math.log(1 - random.unit());
        }
        return new SocketLoad(begin);
    }

    static int leader(int number) {
        return number % AggregationArena.NODES;
    }

    int instances() {
        return beginNanos.length;
    }

    long endNanos() {
        return beginNanos[beginNanos.length - 1];
    }
}
