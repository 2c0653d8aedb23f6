package io.abcast.load;

/**
 * Figures of about one second of a run.
 *
 * @param atSeconds end of this second: seconds since the start of the measurement.
 * @param opsPerSecond requests answered.
 * @param writesPerSecond writes answered.
 * @param p50Micros median latency as the clients saw it.
 * @param p99Micros 99th percentile of that latency.
 * @param errors requests that failed.
 * @param steering how the protocol ran at the end of this second.
 */
public record Second(
        double atSeconds,
        double opsPerSecond,
        double writesPerSecond,
        long p50Micros,
        long p99Micros,
        long errors,
        SteeringFigures steering) {}
