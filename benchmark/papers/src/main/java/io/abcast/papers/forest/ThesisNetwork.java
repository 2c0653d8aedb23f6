package io.abcast.papers.forest;

import io.abcast.dissemination.forest.ForestSites;
import io.abcast.papers.result.PaperCell;
import io.abcast.papers.result.PrintedTable;
import java.util.Arrays;
import java.util.List;

/** The sites of Tan 2019, chapter 7, with the latencies of table 7.1 and one capacity for all uplinks and downlinks. */
final class ThesisNetwork {
    /** Tan 2019, sections 3.1 and 3.2. */
    static final double MBIT_PER_S = 750;

    static final PrintedTable LATENCIES = PrintedTable.load(ThesisNetwork.class, "table-7.1");
    static final PrintedTable BY_SKEWNESS = PrintedTable.load(ThesisNetwork.class, "table-7.2");
    static final PrintedTable BY_SIZE = PrintedTable.load(ThesisNetwork.class, "table-7.3");
    static final List<Integer> SIZES = List.of(5, 7, 9);
    static final List<Double> SKEWNESS = List.of(0.0, 0.5, 1.0, 1.5);

    private ThesisNetwork() {}

    static String name(double value) {
        return PaperCell.number(value);
    }

    /** Table 7.3 of Tan 2019. */
    static List<String> replicas(int n) {
        return BY_SIZE.columns().subList(0, n);
    }

    /** As Tan 2019 prints it; 0 if both arguments name one replica. */
    static double roundTripMillis(String from, String to) {
        if (from.equals(to)) return 0;
        double below = LATENCIES.at(from, to);
        return Double.isNaN(below) ? LATENCIES.at(to, from) : below;
    }

    /** The loads are in percent of 750 Mbit/s, and the latencies are the pings of table 7.1 of Tan 2019, in ms. */
    static ForestSites withPings(double[] percent) {
        return of(percent, 1);
    }

    /** As {@link #withPings}, but with half of the ping times as latencies. */
    static ForestSites oneWay(double[] percent) {
        return of(percent, 0.5);
    }

    private static ForestSites of(double[] percent, double ofPing) {
        int n = percent.length;
        List<String> names = replicas(n);
        double[] capacity = new double[n];
        Arrays.fill(capacity, MBIT_PER_S);
        double[] load = new double[n];
        double[][] latency = new double[n][n];
        for (int i = 0; i < n; i++) {
            load[i] = percent[i] / 100 * MBIT_PER_S;
            for (int j = 0; j < n; j++)
                latency[i][j] = ofPing * roundTripMillis(names.get(i), names.get(j));
        }
        return new ForestSites(names, capacity, capacity, load, latency);
    }
}
