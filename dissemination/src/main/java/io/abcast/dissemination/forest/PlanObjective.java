package io.abcast.dissemination.forest;

import java.util.Arrays;

/**
 * The definition of the weight l(O_ij) of an overlay O_ij. The planner minimises the sum of weight x rate over all
 * overlays.
 */
public enum PlanObjective {
    /** Weight of an overlay: the sum of the latencies from the source to all receivers (Tan 2019, section 5.2). */
    SUM {
        @Override
        double weight(double[][] latency, int source, int relay) {
            double sum = 0;
            for (int v = 0; v < latency.length; v++)
                if (v != source) sum += path(latency, source, relay, v);
            return sum;
        }
    },

    /**
     * Weight of an overlay: the time until EPaxos* commits a payload. A payload is committed when a fast quorum of n -
     * e members, including the source, has received it and the answers have arrived at the source. The weight {@code
     * QUORUM} is an extension of Tan 2019.
     */
    QUORUM {
        @Override
        double weight(double[][] latency, int source, int relay) {
            int n = latency.length;
            double[] answered = new double[n - 1];
            int others = 0;
            for (int v = 0; v < n; v++)
                if (v != source)
                    answered[others++] = path(latency, source, relay, v) + latency[v][source];
            Arrays.sort(answered);
            int needed = n - fastFailures(n) - 1;
            return needed == 0 ? 0 : answered[needed - 1];
        }
    };

    /** If {@code relay} equals {@code source}, the overlay has no relay. */
    abstract double weight(double[][] latency, int source, int relay);

    /** Returns the weights of all overlays, by source (row) and relay (column). */
    public double[][] weights(double[][] latency) {
        int n = latency.length;
        double[][] weights = new double[n][n];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) weights[i][j] = weight(latency, i, j);
        return weights;
    }

    private static double path(double[][] latency, int source, int relay, int to) {
        if (relay == source || relay == to) return latency[source][to];
        return latency[source][relay] + latency[relay][to];
    }

    /**
     * The number e of members that may fail while EPaxos* still commits in one round trip (Ryabinin, Gotsman and Sutra
     * 2025). The number e is min(f, ceil((f + 1) / 2)) with f = floor((n - 1) / 2).
     */
    public static int fastFailures(int n) {
        int f = (n - 1) / 2;
        return Math.min(f, (f + 2) / 2);
    }
}
