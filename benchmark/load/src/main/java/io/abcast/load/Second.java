package io.abcast.load;

import java.util.Map;

/**
 * Figures of about one second of a measured run.
 *
 * @param atSeconds time at the end of this second, in seconds since the start of the measurement
 * @param opsPerSecond number of answered requests per second
 * @param writesPerSecond number of answered writes per second
 * @param p50Micros median of the latency that the clients measured, in us
 * @param p99Micros 99th percentile of the latency that the clients measured, in us
 * @param errors number of requests that failed during this second
 * @param steering whether the protocol acted as plain Zab at the end of this second, and the figures of its coin
 * @param multisPerSecond number of answered writes per second that concern several partitions
 * @param writesAt answered writes per second of each server, by server id; servers without timely figures are absent
 */
public record Second(
        double atSeconds,
        double opsPerSecond,
        double writesPerSecond,
        long p50Micros,
        long p99Micros,
        long errors,
        SteeringFigures steering,
        double multisPerSecond,
        Map<Integer, Double> writesAt) {
    /** Figures of a second in which no figures of single servers are known. */
    public Second(
            double atSeconds,
            double opsPerSecond,
            double writesPerSecond,
            long p50Micros,
            long p99Micros,
            long errors,
            SteeringFigures steering) {
        this(
                atSeconds,
                opsPerSecond,
                writesPerSecond,
                p50Micros,
                p99Micros,
                errors,
                steering,
                0,
                Map.of());
    }
}
