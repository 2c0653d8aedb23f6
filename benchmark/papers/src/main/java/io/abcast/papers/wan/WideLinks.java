package io.abcast.papers.wan;

import java.util.Arrays;

/**
 * The links of n sites around a core without limits (Tan 2019, section 3.4).
 *
 * @param uplinkMbit rate of the uplink of each site in Mbit/s; infinite if sending takes no time
 * @param downlinkMbit rate of the downlink of each site in Mbit/s
 * @param oneWayMillis time from the last bit on an uplink of site i to the last bit on the downlink of site j, which is
 *     idle, in ms: row i, column j
 */
public record WideLinks(double[] uplinkMbit, double[] downlinkMbit, double[][] oneWayMillis) {
    public WideLinks {
        int n = uplinkMbit.length;
        boolean isSquare = downlinkMbit.length == n && oneWayMillis.length == n;
        for (double[] row : oneWayMillis) isSquare &= row.length == n;
        if (!isSquare)
            throw new IllegalArgumentException(
                    "links: expected " + n + " downlinks and " + n + " x " + n + " latencies");
    }

    /** Links of infinite rate, and one latency for all pairs of n sites. */
    public static WideLinks equal(int n, double oneWayMillis) {
        double[] rate = new double[n];
        Arrays.fill(rate, Double.POSITIVE_INFINITY);
        double[][] latency = new double[n][n];
        for (double[] row : latency) Arrays.fill(row, oneWayMillis);
        return new WideLinks(rate, rate, latency);
    }

    int size() {
        return uplinkMbit.length;
    }

    long latencyNanos(int from, int to) {
        return Math.round(oneWayMillis[from][to] * 1e6);
    }

    /** Time for which a message of this size occupies a link of this rate. */
    static long wireNanos(int bytes, double mbit) {
        return Math.round(bytes * 8_000 / mbit);
    }
}
