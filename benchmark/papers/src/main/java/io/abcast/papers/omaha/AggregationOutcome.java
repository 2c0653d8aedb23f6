package io.abcast.papers.omaha;

/**
 * Figures of one run, for the instances after the warm-up.
 *
 * @param messages network messages per instance.
 * @param bytes bytes at the IP level per instance.
 * @param latencyMillis mean latency.
 * @param deviationMillis standard deviation of latencies.
 * @param p99Millis 99th percentile of latencies.
 * @param instances number of counted instances.
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
