package io.abcast.papers.omaha;

import io.abcast.command.figures.LoopbackCounters;
import java.util.Arrays;

/**
 * What the kernel and the instances say of a run on sockets.
 *
 * @param packets per instance
 * @param bytes of them per instance
 * @param latencyMillis mean
 * @param p99Millis of latencies
 */
record SocketOutcome(double packets, double bytes, double latencyMillis, double p99Millis) {
    /**
     * @param counts while so many instances were begun
     * @param millis of some instances, at least one
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
