package io.abcast.papers.omaha;

import io.abcast.command.figures.LoopbackCounters;
import java.util.Arrays;

/**
 * Figures of a run on sockets, computed from the kernel's packet counters and from the start and decision times of the
 * instances.
 *
 * @param packets number of loopback packets per instance
 * @param bytes number of bytes of the loopback packets per instance.
 * @param latencyMillis mean latency of an instance, in ms
 * @param p99Millis 99th percentile of the latencies of the instances, in ms
 */
record SocketOutcome(double packets, double bytes, double latencyMillis, double p99Millis) {
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
