package io.abcast.papers.omaha;

import io.abcast.command.figures.LoopbackCounters;
import java.util.Arrays;

/**
 * Figures of a run on sockets, from the counters of the kernel and from the instances.
 *
 * @param packets number of packets per instance
 * @param bytes bytes of these packets, per instance
 * @param latencyMillis mean latency
 * @param p99Millis 99th percentile of latencies
 */
record SocketOutcome(double packets, double bytes, double latencyMillis, double p99Millis) {
    /**
     * @param counts counts of the kernel during the run
     * @param begun number of instances that began during the run
     * @param millis latencies of some instances, at least one
     */
    static SocketOutcome of(LoopbackCounters counts, int begun, double[] millis) {
        double[] sorted = millis.clone();
        Arrays.sort(sorted);
        return new SocketOutcome(
                counts.packets() / begun,
                counts.bytes() / begun,
                Arrays.stream(sorted).average().orElseThrow(),
                sorted[(int) (0.99 * (sorted.length - 1))]);
    }
}
