package io.abcast.papers.forest;

import io.abcast.papers.result.PaperCell;
import io.abcast.papers.result.PaperResult;
import io.abcast.report.SvgPlot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Prints tables 7.1, 7.2 and 7.3 of Tan 2019, the inputs of the evaluation, beside the values that abcast's model uses.
 */
final class ThesisInputs {
    private ThesisInputs() {}

    /** Table 7.1 of Tan 2019: the printed ping times, and the delay of a message in the model. */
    static PaperResult latencies() {
        List<String> sites = ThesisNetwork.LATENCIES.columns();
        int n = sites.size();
        double[][] oneWay = ThesisNetwork.oneWay(new double[n]).latency();
        List<PaperCell> pings = new ArrayList<>();
        List<PaperCell> cells = new ArrayList<>();
        for (int i = 0; i < n; i++)
            for (int j = 0; j < i; j++) {
                String from = sites.get(i);
                String to = sites.get(j);
                double both = oneWay[i][j] + oneWay[j][i];
                double paper = ThesisNetwork.LATENCIES.at(from, to);
                pings.add(new PaperCell(from, to, "round trip ms", both, paper));
                cells.add(new PaperCell(from, to, "one way ms", oneWay[i][j]));
            }
        pings.addAll(cells);
        return new PaperResult(
                "table 7.1",
                "latency between sites",
                pings,
                List.of(),
                List.of(
                        "The thesis prints pings. The latency of one direction is half of a ping."));
    }

    /** Table 7.2 of Tan 2019. */
    static PaperResult loadsBySkewness() {
        List<PaperCell> cells = new ArrayList<>();
        SvgPlot plot = new SvgPlot("Table 7.2: load by skewness", "replica", "load %");
        plot.xLabels(ThesisNetwork.BY_SKEWNESS.columns());
        for (double s : ThesisNetwork.SKEWNESS) addLoads("s=" + name(s), 5, s, cells, plot);
        return loads("table 7.2", "load of five replicas by skewness s", cells, plot);
    }

    /** Table 7.3 of Tan 2019, with skewness s = 1. */
    static PaperResult loadsBySize() {
        List<PaperCell> cells = new ArrayList<>();
        SvgPlot plot = new SvgPlot("Table 7.3: load by replicas", "replica", "load %");
        plot.xLabels(ThesisNetwork.BY_SIZE.columns());
        for (int n : ThesisNetwork.SIZES) addLoads("n=" + n, n, 1, cells, plot);
        return loads("table 7.3", "load of n replicas, s = 1", cells, plot);
    }

    private static String name(double s) {
        return ThesisNetwork.name(s);
    }

    private static void addLoads(String row, int n, double s, List<PaperCell> cells, SvgPlot plot) {
        double[] zipf = Loads.ZIPF.percent(n, s);
        double[] printed = Loads.PRINTED.percent(n, s);
        List<SvgPlot.Point> ours = new ArrayList<>();
        List<SvgPlot.Point> paper = new ArrayList<>();
        for (int k = 0; k < n; k++) {
            String replica = ThesisNetwork.replicas(n).get(k);
            cells.add(new PaperCell(row, replica, "load %", zipf[k], printed[k]));
            ours.add(new SvgPlot.Point(k, zipf[k]));
            paper.add(new SvgPlot.Point(k, printed[k]));
        }
        cells.add(
                new PaperCell(
                        row,
                        "all",
                        "sum of loads %",
                        Arrays.stream(zipf).sum(),
                        Arrays.stream(printed).sum()));
        plot.line(row + ", Zipf", ours).line(row + ", printed", paper);
    }

    private static PaperResult loads(
            String name, String title, List<PaperCell> cells, SvgPlot plot) {
        return new PaperResult(
                name, title + ": Zipf's law, and as printed", cells, List.of(plot), List.of());
    }
}
