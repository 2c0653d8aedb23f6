package io.abcast.papers.wan;

/**
 * The load of a run: each site's clients send requests at a fixed rate in an open loop.
 *
 * @param offeredMbit rate of each site in Mbit/s of payload, at least 0.
 * @param requestBytes size of each request.
 * @param warmUpMillis virtual time of the load before the measurement, in ms.
 * @param measuredMillis virtual time of the measurement, in ms.
 */
public record WideLoad(
        double[] offeredMbit, int requestBytes, long warmUpMillis, long measuredMillis) {
    /** Mean time between two requests of a site, in ns. */
    long intervalNanos(int rank) {
        return Math.round(requestBytes * 8_000 / offeredMbit[rank]);
    }
}
