package io.abcast.papers.wan;

import java.util.Arrays;

/**
 * The links between n sites and a core network without limits (Tan 2019, section 3.4).
 *
 * @param uplinkMbit rate of the uplink of each site in Mbit/s; infinite if sending takes no time
 * @param downlinkMbit rate of the downlink of each site in Mbit/s
 * @param oneWayMillis latency in ms from site i (row) to site j (column), after the message's last bit has left the
 *     uplink, if the downlink of j is idle
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

    /** Links of infinite rate between n sites, with the same latency for all pairs of sites. */
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

    static long wireNanos(int bytes, double mbit) {
        return Math.round(bytes * 8_000 / mbit);
    }
}
