package io.abcast.benchmark.papers.omaha;

/**
 * What the kernel and the instances say of a run on sockets.
 *
 * @param segments of TCP per instance
 * @param bytes on loopback per instance
 * @param latencyMillis mean
 * @param p99Millis of latencies
 */
record SocketOutcome(double segments, double bytes, double latencyMillis, double p99Millis) {
    static SocketOutcome of(KernelCounts counts, Outcome latencies) {
        double instances = latencies.instances();
        return new SocketOutcome(
                counts.segments() / instances,
                counts.bytes() / instances,
                latencies.latencyMillis(),
                latencies.p99Millis());
    }
}
