package io.abcast.papers.omaha;

/**
 * Figures of one run, computed over the instances of the algorithm after the warm-up.
 *
 * @param messages number of network messages per instance.
 * @param bytes number of bytes that the network carries per instance, at the IP level.
 * @param latencyMillis mean latency of an instance, in ms.
 * @param deviationMillis standard deviation of the latencies of the instances, in ms.
 * @param p99Millis 99th percentile of the latencies of the instances, in ms.
 * @param instances number of instances of the run that were counted.
 */
record AggregationOutcome(
        double messages,
        double bytes,
        double latencyMillis,
        double deviationMillis,
        double p99Millis,
        int instances) {
    double messagesSavedPercent(AggregationOutcome baseline) {
        return 100 * (1 - messages / baseline.messages);
    }

    double bytesSavedPercent(AggregationOutcome baseline) {
        return 100 * (1 - bytes / baseline.bytes);
    }

    double latencyAddedPercent(AggregationOutcome baseline) {
        return 100 * (latencyMillis / baseline.latencyMillis - 1);
    }
}
