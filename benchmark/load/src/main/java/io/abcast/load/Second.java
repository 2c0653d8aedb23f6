package io.abcast.load;

/**
 * One second, more or less, of a run.
 *
 * @param atSeconds its end, since the start of the measurement
 * @param opsPerSecond requests answered
 * @param writesPerSecond writes answered
 * @param p50Micros median latency as the clients saw it
 * @param p99Micros 99th percentile
 * @param errors requests that failed
 * @param steering how the protocol ran at its end
 */
public record Second(
        double atSeconds,
        double opsPerSecond,
        double writesPerSecond,
        long p50Micros,
        long p99Micros,
        long errors,
        SteeringFigures steering) {}
