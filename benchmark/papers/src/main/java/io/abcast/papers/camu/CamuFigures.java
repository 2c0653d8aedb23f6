package io.abcast.papers.camu;

import io.abcast.papers.result.CachedRuns;
import io.abcast.papers.result.PaperCell;
import io.abcast.papers.result.PaperResult;
import io.abcast.papers.result.PrintedTable;
import io.abcast.report.Interval95;
import io.abcast.report.SvgPlot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Draws Table 5.1 and the figures of Vandevoorde 2018, chapter 5, from simulated runs. */
final class CamuFigures {
    static final String MEAN = "latency ms mean";
    static final String MULTI_MEAN = "multi latency ms mean";

    private record Measure(String name, ToDoubleFunction<OperationFigures> value) {}

    private static final List<Measure> MEASURES =
            List.of(
                    new Measure(MEAN, OperationFigures::mean),
                    new Measure("latency ms p99", OperationFigures::p99),
                    new Measure(MULTI_MEAN, OperationFigures::multiMean),
                    new Measure("multi latency ms p99", OperationFigures::multiP99),
                    new Measure(
                            "multi at all destinations ms mean", OperationFigures::everywhereMean),
                    new Measure("batches per s and partition", OperationFigures::batchesPerSecond));

    /** Latency in ms of CaMu with the Zipf distribution in each figure (Vandevoorde 2018, section 5.4.1). */
    private static final Map<String, Double> PRINTED = Map.of("5.3", 4.97, "5.4", 5.38);

    private static final long[] SWEPT_ROUNDS_MILLIS = {3, 5, 8, 10, 15, 20};
    private static final long MILLI = 1_000_000;

    private final CachedRuns<CamuExperiment, OperationFigures> runs;
    private final Long roundNanos;

    /**
     * @param roundNanos minimum time in ns between two rounds of a partition; if {@code null}, each figure uses the
     *     time that Vandevoorde 2018 has for it
     */
    CamuFigures(CachedRuns<CamuExperiment, OperationFigures> runs, Long roundNanos) {
        this.runs = runs;
        this.roundNanos = roundNanos;
    }

    /** Vandevoorde 2018, section 5.3: the row CaMu with the Zipf distribution. */
    CamuExperiment setup(String figure) {
        return switch (figure) {
            case "5.3" -> lan(CamuLoad.TPCC, 50, 3);
            case "5.4", "5.11" -> lan(CamuLoad.TPCC, GridSites.LAN_SERVERS, 5);
            case "5.5" -> lan(CamuLoad.TPCC, 50, 3);
            case "5.6" -> lan(CamuLoad.MICRO_2, GridSites.LAN_SERVERS, 5);
            case "5.7" -> lan(CamuLoad.MICRO_4, GridSites.LAN_SERVERS, 5);
            case "5.8" -> wan(CamuLoad.TPCC);
            case "5.9" -> wan(CamuLoad.MICRO_2);
            case "5.10" -> wan(CamuLoad.MICRO_4);
            default -> throw new IllegalArgumentException("no figure " + figure);
        };
    }

    private CamuExperiment lan(CamuLoad load, int partitions, long millis) {
        return experiment(load, false, partitions, millis);
    }

    private CamuExperiment wan(CamuLoad load) {
        return experiment(load, true, GridSites.WAN_SERVERS, 20);
    }

    private CamuExperiment experiment(CamuLoad load, boolean isWide, int partitions, long millis) {
        return new CamuExperiment(
                MulticastRow.CAMU_OF_THESIS,
                load,
                PartnerSkew.ZIPF,
                isWide,
                partitions,
                roundNanos == null ? millis * MILLI : roundNanos,
                LinkPlan.STATIC);
    }

    void measure(List<CamuExperiment> experiments) {
        runs.measure(experiments);
    }

    Interval95 over(CamuExperiment experiment, ToDoubleFunction<OperationFigures> value) {
        return Interval95.of(
                runs.of(experiment).stream().map(each -> value.applyAsDouble(each)).toList());
    }

    /** Figures 5.3, 5.4 and 5.6 to 5.10 of Vandevoorde 2018. */
    PaperResult latencies(String figure) {
        CamuExperiment setup = setup(figure);
        List<CamuExperiment> all = new ArrayList<>();
        for (MulticastRow row : MulticastRow.values())
            for (PartnerSkew skew : PartnerSkew.values()) all.add(setup.with(row).with(skew));
        runs.measure(all);
        List<PaperCell> cells = new ArrayList<>();
        for (Measure measure : MEASURES)
            for (CamuExperiment each : all)
                cells.add(
                        new PaperCell(
                                each.row().toString(),
                                each.skew().toString(),
                                measure.name,
                                over(each, measure.value),
                                printed(figure, each, measure)));
        String title =
                String.format(
                        Locale.ROOT,
                        "%s, %d partitions in the %s, rounds of %s ms",
                        setup.load(),
                        setup.partitions(),
                        setup.isWide() ? "WAN" : "LAN",
                        PaperCell.number(setup.roundNanos() / 1e6));
        return new PaperResult(
                "figure " + figure,
                title,
                cells,
                List.of(plot(figure, title, setup, MEAN), plot(figure, title, setup, MULTI_MEAN)),
                List.of());
    }

    private static double printed(String figure, CamuExperiment experiment, Measure measure) {
        boolean isPrinted =
                experiment.row() == MulticastRow.CAMU_OF_THESIS
                        && experiment.skew() == PartnerSkew.ZIPF
                        && measure.name.equals(MEAN);
        return isPrinted ? PRINTED.getOrDefault(figure, Double.NaN) : Double.NaN;
    }

    private SvgPlot plot(String figure, String title, CamuExperiment setup, String name) {
        Measure measure =
                MEASURES.stream().filter(each -> each.name.equals(name)).findFirst().orElseThrow();
        SvgPlot plot =
                new SvgPlot("Figure " + figure + ": " + title, "distribution", name)
                        .xLabels(
                                Arrays.stream(PartnerSkew.values())
                                        .map(PartnerSkew::toString)
                                        .toList());
        for (MulticastRow row : MulticastRow.values()) {
            List<SvgPlot.Point> points = new ArrayList<>();
            for (PartnerSkew skew : PartnerSkew.values()) {
                Interval95 value = over(setup.with(row).with(skew), measure.value);
                points.add(new SvgPlot.Point(skew.ordinal(), value.mean(), value.half()));
            }
            plot.line(row.toString(), points);
        }
        return plot;
    }

    /** Figure 5.5 of Vandevoorde 2018: one experiment for each minimum time between two rounds. */
    List<CamuExperiment> sweep() {
        CamuExperiment setup = setup("5.5");
        return Arrays.stream(SWEPT_ROUNDS_MILLIS)
                .mapToObj(millis -> setup.withRound(millis * MILLI))
                .toList();
    }

    double correlation(ToDoubleFunction<OperationFigures> value) {
        double[] x = sweep().stream().mapToDouble(CamuExperiment::roundNanos).toArray();
        double[] y = sweep().stream().mapToDouble(each -> over(each, value).mean()).toArray();
        return correlation(x, y);
    }

    static double correlation(double[] x, double[] y) {
        double meanX = Arrays.stream(x).average().orElseThrow();
        double meanY = Arrays.stream(y).average().orElseThrow();
        double xy = 0;
        double xx = 0;
        double yy = 0;
        for (int i = 0; i < x.length; i++) {
            xy += (x[i] - meanX) * (y[i] - meanY);
            xx += (x[i] - meanX) * (x[i] - meanX);
            yy += (y[i] - meanY) * (y[i] - meanY);
        }
        return xy / Math.sqrt(xx * yy);
    }

    PaperResult byRound() {
        runs.measure(sweep());
        List<PaperCell> cells = new ArrayList<>();
        SvgPlot plot =
                new SvgPlot("Figure 5.5: latency over the time of a round", "round, ms", MEAN)
                        .xFromZero();
        for (Measure measure : MEASURES) {
            List<SvgPlot.Point> points = new ArrayList<>();
            for (CamuExperiment each : sweep()) {
                Interval95 value = over(each, measure.value);
                String column = each.roundNanos() / MILLI + " ms";
                cells.add(
                        new PaperCell(
                                each.row().toString(), column, measure.name, value, Double.NaN));
                points.add(new SvgPlot.Point(each.roundNanos() / 1e6, value.mean(), value.half()));
            }
            if (measure.name.endsWith("mean")) plot.line(measure.name, points);
        }
        String row = MulticastRow.CAMU_OF_THESIS.toString();
        cells.add(new PaperCell(row, "all", "r", correlation(OperationFigures::mean)));
        cells.add(new PaperCell(row, "all", "multi r", correlation(OperationFigures::multiMean)));
        return new PaperResult(
                "figure 5.5",
                setup("5.5").load() + ", Zipf, 50 partitions in the LAN, over the time of a round",
                cells,
                List.of(plot),
                List.of("r: correlation of the mean latency and the time of a round."));
    }

    /**
     * Figure 5.11 of Vandevoorde 2018: operation latency with static links, and with links that switch between
     * protocols.
     */
    PaperResult switching() {
        CamuExperiment setup = setup("5.11");
        List<CamuExperiment> all = new ArrayList<>();
        for (LinkPlan plan : LinkPlan.OF_THESIS) all.add(setup.with(plan));
        for (LinkPlan plan : LinkPlan.OF_CAMU) all.add(setup.with(MulticastRow.CAMU).with(plan));
        runs.measure(all);
        List<PaperCell> cells = new ArrayList<>();
        for (Measure measure : MEASURES)
            for (CamuExperiment each : all)
                cells.add(
                        new PaperCell(
                                each.row().toString(),
                                each.plan().toString(),
                                measure.name,
                                over(each, measure.value),
                                Double.NaN));
        for (CamuExperiment each : all)
            cells.add(
                    new PaperCell(
                            each.row().toString(),
                            each.plan().toString(),
                            "switches",
                            over(each, figures -> figures.switches() / 2.0),
                            Double.NaN));
        return new PaperResult(
                "figure 5.11",
                setup.load() + ", Zipf, 100 partitions in the LAN, by the links of CaMu",
                cells,
                List.of(),
                List.of(
                        "share:75/25: the rule of section 4.3.3.",
                        "forced: every 0.2 s a random link switches to TO-Multicast, and back 1 s"
                                + " later."));
    }

    /** Table 5.1 of Vandevoorde 2018: the share of each type of operation in a run. */
    PaperResult mix() {
        CamuExperiment setup = setup("5.3").with(PartnerSkew.DETERMINISTIC);
        runs.measure(List.of(setup));
        PrintedTable printed = PrintedTable.load(CamuFigures.class, "table-5.1");
        List<String> kinds = setup.load().kinds();
        List<PaperCell> cells = new ArrayList<>();
        for (int i = 0; i < kinds.size(); i++) {
            int kind = i;
            Interval95 share =
                    over(setup, each -> 100.0 * each.byKind()[kind] / sum(each.byKind()));
            String name = kinds.get(i);
            cells.add(new PaperCell(name, "run", "share %", share, printed.at(name, "share %")));
        }
        for (int i = 0; i < kinds.size(); i++) {
            int kind = i;
            Interval95 multis =
                    over(setup, each -> 100.0 * each.multisByKind()[kind] / each.byKind()[kind]);
            cells.add(new PaperCell(kinds.get(i), "run", "multis %", multis, Double.NaN));
        }
        Interval95 multis =
                over(setup, each -> 100.0 * sum(each.multisByKind()) / sum(each.byKind()));
        cells.add(new PaperCell("all", "run", "multis %", multis, Double.NaN));
        return new PaperResult(
                "table 5.1",
                "types of transactions in TPC-C",
                cells,
                List.of(),
                List.of(
                        "multis %: share of transactions of the type with two partitions. The text"
                                + " says \"reaches 10%\" of all."));
    }

    private static long sum(long[] counts) {
        return Arrays.stream(counts).sum();
    }

    /** Figure 5.2 of Vandevoorde 2018: the cumulative distribution function of Zipf's law. */
    static PaperResult zipf() {
        int n = 10;
        List<PaperCell> cells = new ArrayList<>();
        SvgPlot plot = new SvgPlot("Figure 5.2: Zipf's law, N = 10", "index k", "probability");
        for (int s = 1; s <= 4; s++) {
            double[] cumulative = PartnerSkew.cumulative(n, s);
            List<SvgPlot.Point> points = new ArrayList<>();
            for (int k = 1; k <= n; k++) {
                cells.add(
                        new PaperCell(
                                "s=" + s, "k=" + k, "cumulative probability", cumulative[k - 1]));
                points.add(new SvgPlot.Point(k, cumulative[k - 1]));
            }
            plot.line("s = " + s, points);
        }
        return new PaperResult("figure 5.2", "Zipf's law, N = 10", cells, List.of(plot), List.of());
    }
}
