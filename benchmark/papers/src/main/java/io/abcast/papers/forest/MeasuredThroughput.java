package io.abcast.papers.forest;

import io.abcast.papers.forest.HoseModel.Flow;
import io.abcast.papers.result.PaperCell;
import io.abcast.papers.result.PaperResult;
import io.abcast.papers.result.PrintedTable;
import io.abcast.report.SvgPlot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Compares the throughput that Tan 2019 measured on EC2 (chapter 3) with the throughput that the hose model computes.
 */
final class MeasuredThroughput {
    private static final PrintedTable PAIRS = PrintedTable.load(ThesisNetwork.class, "table-3.1");
    private static final String RATE = "Mbit/s";

    /**
     * Rate in Mbit/s of one sender to many receivers; Tan 2019, section 3.2: "the aggregated throughput of data
     * transmission to all receivers is capped around 750 Mbps".
     */
    private static final double ONE_TO_MANY_MBIT_PER_S = 750;

    private MeasuredThroughput() {}

    private static double[] rates(List<Flow> flows) {
        double[] capacity = new double[PAIRS.columns().size()];
        Arrays.fill(capacity, ThesisNetwork.MBIT_PER_S);
        return HoseModel.fairRates(capacity, capacity, flows);
    }

    /** Table 3.1 of Tan 2019: throughput if a site sends to one other site at a time. */
    static PaperResult table() {
        List<String> sites = PAIRS.columns();
        List<PaperCell> cells = new ArrayList<>();
        for (int i = 0; i < sites.size(); i++)
            for (int j = 0; j < sites.size(); j++) {
                if (i == j) continue;
                double ours = rates(List.of(new Flow(i, j)))[0];
                String from = sites.get(i);
                String to = sites.get(j);
                cells.add(new PaperCell(from, to, RATE, ours, PAIRS.at(from, to)));
            }
        return new PaperResult(
                "table 3.1",
                "throughput between two sites: the model's link rate, the thesis's measurement",
                cells,
                List.of(),
                List.of());
    }

    /** Figure 3.1 of Tan 2019: throughput if one site sends to all other sites at the same time. */
    static PaperResult figure() {
        List<String> sites = PAIRS.columns();
        List<PaperCell> cells = new ArrayList<>();
        List<SvgPlot.Point> ours = new ArrayList<>();
        List<SvgPlot.Point> paper = new ArrayList<>();
        for (int i = 0; i < sites.size(); i++) {
            List<Flow> flows = new ArrayList<>();
            for (int j = 0; j < sites.size(); j++) if (j != i) flows.add(new Flow(i, j));
            double[] rates = rates(flows);
            double total = Arrays.stream(rates).sum();
            cells.add(
                    new PaperCell(
                            sites.get(i), "all receivers", RATE, total, ONE_TO_MANY_MBIT_PER_S));
            for (int k = 0; k < rates.length; k++)
                cells.add(
                        new PaperCell(
                                sites.get(i),
                                sites.get(flows.get(k).to()),
                                "share %",
                                100 * rates[k] / total));
            ours.add(new SvgPlot.Point(i, total));
            paper.add(new SvgPlot.Point(i, ONE_TO_MANY_MBIT_PER_S));
        }
        SvgPlot plot =
                new SvgPlot("Figure 3.1: one sender, all others receive", "sender", RATE)
                        .xLabels(sites)
                        .line("ours", ours)
                        .line("thesis, from its text", paper);
        return new PaperResult(
                "figure 3.1",
                "throughput from one site to all others",
                cells,
                List.of(plot),
                List.of(
                        "The thesis prints shares only as bars: \"the closest receiver usually receives the greatest"
                                + " portion\". In the model the flows share the uplink equally."));
    }
}
