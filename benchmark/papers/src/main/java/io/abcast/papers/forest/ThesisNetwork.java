package io.abcast.papers.forest;

import io.abcast.dissemination.forest.ForestSites;
import io.abcast.papers.result.PaperCell;
import io.abcast.papers.result.PrintedTable;
import java.util.Arrays;
import java.util.List;

/** The sites of Tan 2019, chapter 7, with the latencies of table 7.1 and one capacity for all uplinks and downlinks. */
final class ThesisNetwork {
    /**
     * Rate of every uplink and downlink, in Mbit/s (Tan 2019, sections 3.1 and 3.2). The offered load of section 7.3 of
     * Tan 2019 is also 750 Mbit/s.
     */
    static final double MBIT_PER_S = 750;

    static final PrintedTable LATENCIES = PrintedTable.load(ThesisNetwork.class, "table-7.1");
    static final PrintedTable BY_SKEWNESS = PrintedTable.load(ThesisNetwork.class, "table-7.2");
    static final PrintedTable BY_SIZE = PrintedTable.load(ThesisNetwork.class, "table-7.3");

    /** Numbers of replicas in the evaluation of Tan 2019. */
    static final List<Integer> SIZES = List.of(5, 7, 9);

    /** Skewness levels of the load distribution in the evaluation of Tan 2019. */
    static final List<Double> SKEWNESS = List.of(0.0, 0.5, 1.0, 1.5);

    private ThesisNetwork() {}

    /**
     * Formats a number as the resource files of Tan 2019's tables name their rows: without a fraction if the fraction
     * is 0.
     */
    static String name(double value) {
        return PaperCell.number(value);
    }

    /** The first n replicas of table 7.3 of Tan 2019. */
    static List<String> replicas(int n) {
        return BY_SIZE.columns().subList(0, n);
    }

    /** The round trip between two replicas that Tan 2019 prints, in ms; 0 if both arguments name one replica. */
    static double roundTripMillis(String from, String to) {
        if (from.equals(to)) return 0;
        double below = LATENCIES.at(from, to);
        return Double.isNaN(below) ? LATENCIES.at(to, from) : below;
    }

    /**
     * The first n replicas of Tan 2019 with loads in percent of 750 Mbit/s, and with the pings of table 7.1 as
     * latencies in ms.
     */
    static ForestSites withPings(double[] percent) {
        return of(percent, 1);
    }

    /**
     * The first n replicas of Tan 2019 as in {@link #withPings}, but with one-way latencies: half of the ping times, in
     * ms.
     */
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
