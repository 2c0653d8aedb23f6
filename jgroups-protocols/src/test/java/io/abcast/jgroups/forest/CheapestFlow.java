package io.abcast.jgroups.forest;

import java.util.Arrays;

/**
 * Solves the second phase of a FOREST plan (Tan 2019) by successive shortest paths, to check the planner. Weights are
 * whole numbers, so the comparison of costs is exact.
 */
final class CheapestFlow {
    private static final long SCALE = 1_000_000;

    private CheapestFlow() {}

    /** @param weights whole numbers below 10^6 */
    static double[][] of(double[] uplink, double[] rates, double[][] weights) {
        int n = rates.length;
        double[] room = new double[n];
        for (int j = 0; j < n; j++) room[j] = Math.max(0, uplink[j] - rates[j]) / (n - 2);
        double[][] r = new double[n][n];
        double[] supply = rates.clone();
        for (int i = 0; i < n; i++)
            while (supply[i] > 1e-10) if (!push(i, supply, room, weights, r)) break;
        return r;
    }

    private static boolean push(
            int i, double[] supply, double[] room, double[][] weights, double[][] r) {
        int n = supply.length;
        long[] source = new long[n];
        long[] relay = new long[n];
        int[] fromSource = new int[n];
        int[] fromRelay = new int[n];
        Arrays.fill(source, Long.MAX_VALUE / 4);
        Arrays.fill(relay, Long.MAX_VALUE / 4);
        source[i] = 0;
        for (int round = 0; round <= 2 * n; round++)
            for (int a = 0; a < n; a++)
                for (int j = 0; j < n; j++) {
                    long cost = ((long) weights[a][j]) * SCALE + (a == j ? 0 : 1);
                    if (source[a] + cost < relay[j]) {
                        relay[j] = source[a] + cost;
                        fromSource[j] = a;
                    }
                    if (r[a][j] > 1e-11 && relay[j] - cost < source[a]) {
                        source[a] = relay[j] - cost;
                        fromRelay[a] = j;
                    }
                }
        int end = -1;
        for (int j = 0; j < n; j++)
            if (room[j] > 1e-11 && (end < 0 || relay[j] < relay[end])) end = j;
        if (end < 0) return false;
        double most = Math.min(supply[i], room[end]);
        for (int j = end; fromSource[j] != i; j = fromRelay[fromSource[j]])
            most = Math.min(most, r[fromSource[j]][fromRelay[fromSource[j]]]);
        room[end] -= most;
        supply[i] -= most;
        for (int j = end; ; ) {
            int a = fromSource[j];
            r[a][j] += most;
            if (a == i) return true;
            j = fromRelay[a];
            r[a][j] -= most;
        }
    }
}
