package io.abcast.benchmark.papers.omaha;

import java.util.Arrays;
import java.util.List;

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
    static SocketOutcome of(KernelCounts counts, int begun, double[] millis) {
        double[] sorted = millis.clone();
        Arrays.sort(sorted);
        return new SocketOutcome(
                (double) counts.packets() / begun,
                (double) counts.bytes() / begun,
                Arrays.stream(sorted).average().orElseThrow(),
                sorted[(int) (0.99 * (sorted.length - 1))]);
    }

    /** The mean of several runs. */
    static SocketOutcome mean(List<SocketOutcome> runs) {
        return new SocketOutcome(
                runs.stream().mapToDouble(SocketOutcome::packets).average().orElseThrow(),
                runs.stream().mapToDouble(SocketOutcome::bytes).average().orElseThrow(),
                runs.stream().mapToDouble(SocketOutcome::latencyMillis).average().orElseThrow(),
                runs.stream().mapToDouble(SocketOutcome::p99Millis).average().orElseThrow());
    }
}
