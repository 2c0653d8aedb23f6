package io.abcast.load;

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
 */
public record Second(
        double atSeconds,
        double opsPerSecond,
        double writesPerSecond,
        long p50Micros,
        long p99Micros,
        long errors,
        SteeringFigures steering) {}
