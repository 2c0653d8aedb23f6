package io.abcast.load;

import java.util.Map;

/**
 * Figures of about one second of a run.
 *
 * @param atSeconds end of this second: seconds since the start of the measurement.
 * @param opsPerSecond number of requests answered per second.
 * @param writesPerSecond number of writes answered per second.
 * @param p50Micros median latency that the clients measured.
 * @param p99Micros 99th percentile of the latency that the clients measured.
 * @param errors number of requests that failed.
 * @param steering state of the protocol at the end of this second.
 * @param multisPerSecond number of writes in several partitions answered per second.
 * @param writesAt writes per second that each server has answered, by server id; without servers whose figures did not
 *     arrive in time
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
    /** A second without figures of single servers. */
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
