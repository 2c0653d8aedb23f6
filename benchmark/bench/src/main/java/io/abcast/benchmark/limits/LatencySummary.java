package io.abcast.benchmark.limits;

import java.util.Arrays;

/**
 * Summary of the durations of a step that a measurement repeats.
 *
 * @param count number of times that the step was executed
 * @param p50Micros median duration, in us
 * @param p99Micros 99th percentile of the durations of the step, in us
 */
public record LatencySummary(long count, double perSecond, double p50Micros, double p99Micros) {
    /** @param nanos durations in ns of consecutive steps without pauses; this method sorts the array */
    static LatencySummary of(long[] nanos) {
        if (nanos.length == 0) return new LatencySummary(0, 0, Double.NaN, Double.NaN);
        double sum = 0;
        for (long one : nanos) sum += one;
        Arrays.sort(nanos);
        return new LatencySummary(
                nanos.length, nanos.length / (sum / 1e9), at(nanos, 50), at(nanos, 99));
    }

    private static double at(long[] sorted, int percent) {
        int rank = (int) Math.ceil(sorted.length * percent / 100.0);
        return sorted[Math.max(0, rank - 1)] / 1000.0;
    }
}
