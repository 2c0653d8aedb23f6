package io.abcast.papers.wan;

/**
 * The load that clients put on the sites in a run. The clients of each site send requests at a fixed rate, whether or
 * not earlier requests are answered (open loop).
 *
 * @param offeredMbit payload rate that the clients of each site offer, in Mbit/s, at least 0.
 * @param requestBytes size of each request, in bytes.
 * @param warmUpMillis virtual time before the measurement during which the clients already send, in ms.
 * @param measuredMillis virtual time of the measurement, in ms.
 */
public record WideLoad(
        double[] offeredMbit, int requestBytes, long warmUpMillis, long measuredMillis) {
    long intervalNanos(int rank) {
        return Math.round(requestBytes * 8_000 / offeredMbit[rank]);
    }
}
