package io.abcast.papers.forest;

import io.abcast.papers.forest.LoadRuns.Line;
import io.abcast.papers.forest.LoadRuns.Point;
import io.abcast.papers.result.PaperCell;
import io.abcast.papers.result.PaperResult;
import io.abcast.papers.result.PrintedTable;
import io.abcast.papers.wan.WideMeasurement;
import io.abcast.report.SvgPlot;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/**
 * Figures 7.1 and 7.2 of Tan 2019: throughput and latency of EPaxos over the offered load. The curves compare three
 * ways to send payloads: directly, over overlays as in Tan 2019, and over overlays as in abcast.
 */
final class LoadCurves {
    /** Offered load in Mbit/s at which Tan 2019 compares the methods of sending (sections 7.2 and 7.3). */
    static final double COMPARED_MBIT = 750;

    static final List<Double> OFFERED = List.of(75.0, 150.0, 300.0, 450.0, 600.0, COMPARED_MBIT);
    private static final double NEAR_SATURATION = 0.9;

    private static final PrintedTable THROUGHPUT =
            PrintedTable.load(ThesisNetwork.class, "throughput");
    private static final PrintedTable LATENCY = PrintedTable.load(ThesisNetwork.class, "latency");

    private record Curve(String name, int n, double s) {}

    private record Measure(String name, ToDoubleFunction<WideMeasurement> value) {}

    private static final Measure COMMITTED =
            new Measure("committed Mbit/s", WideMeasurement::committedMbit);
    private static final Measure COMMIT =
            new Measure("commit latency ms", WideMeasurement::commitMillis);
    private static final Measure EXECUTION =
            new Measure("execution latency ms", WideMeasurement::executionMillis);
    private static final List<Measure> MEASURES =
            List.of(
                    COMMITTED,
                    COMMIT,
                    EXECUTION,
                    new Measure("delivered Mbit/s", WideMeasurement::deliveredMbit),
                    new Measure("refused %", each -> 100 * each.refusedShare()),
                    new Measure("busiest uplink %", each -> 100 * each.uplinkUse()));

    private final LoadRuns runs;
    private final List<Double> offered;

    /**
     * @param offered offered loads in Mbit/s; if {@code null}, the loads {@link #OFFERED} and a load near the
     *     saturation of direct sending
     */
    LoadCurves(LoadRuns runs, List<Double> offered) {
        this.runs = runs;
        this.offered = offered;
    }

    /** Figure 7.1 of Tan 2019: five replicas, one group of curves for each skewness of the load. */
    PaperResult bySkewness() {
        List<Curve> curves = new ArrayList<>();
        for (double s : ThesisNetwork.SKEWNESS)
            curves.add(new Curve("s=" + ThesisNetwork.name(s), 5, s));
        return result("figure 7.1", "five replicas by skewness s", curves);
    }

    /** Figure 7.2 of Tan 2019: skewness s = 1, one group of curves for each number of replicas. */
    PaperResult bySize() {
        List<Curve> curves = new ArrayList<>();
        for (int n : ThesisNetwork.SIZES) curves.add(new Curve("n=" + n, n, 1));
        return result("figure 7.2", "n replicas, s = 1", curves);
    }

    private List<Double> offered(Curve curve) {
        if (offered != null) return offered;
        TreeSet<Double> all = new TreeSet<>(OFFERED);
        double near = NEAR_SATURATION * runs.directSaturation(curve.n(), curve.s());
        if (near < COMPARED_MBIT) all.add((double) Math.round(near));
        return List.copyOf(all);
    }

    private PaperResult result(String name, String title, List<Curve> curves) {
        List<Point> points = new ArrayList<>();
        for (Curve curve : curves)
            for (Line line : Line.values())
                for (double each : offered(curve))
                    points.add(new Point(curve.n(), curve.s(), line, each));
        runs.measure(points);
        List<PaperCell> cells = new ArrayList<>();
        for (Measure measure : MEASURES)
            for (Curve curve : curves)
                for (double each : offered(curve))
                    for (Line line : Line.values())
                        cells.add(
                                new PaperCell(
                                        row(curve, each),
                                        line.toString(),
                                        measure.name(),
                                        mean(curve, line, each, measure)));
        for (Curve curve : curves)
            for (double each : offered(curve)) {
                ratios(cells, curve, each, COMMITTED, THROUGHPUT);
                ratios(cells, curve, each, COMMIT, LATENCY);
            }
        List<SvgPlot> plots = new ArrayList<>();
        for (Curve curve : curves) plots.add(plot(name, curve));
        return new PaperResult(
                name,
                "commit throughput and latency over the offered load, " + title,
                cells,
                plots,
                List.of(
                        "direct: EPaxos sends payloads to all members. thesis: overlays; a random"
                                + " overlay with enough quota is used, w = 200 KB. ours:"
                                + " overlays; deficit counters choose the overlay.",
                        "Ratios of the thesis: from its text, sections 7.2 and 7.3."));
    }

    private static String row(Curve curve, double offered) {
        return curve.name() + ", " + PaperCell.number(offered) + " offered";
    }

    private double mean(Curve curve, Line line, double offered, Measure measure) {
        return runs.of(new Point(curve.n(), curve.s(), line, offered)).stream()
                .mapToDouble(measure.value())
                .average()
                .orElseThrow();
    }

    private void ratios(
            List<PaperCell> cells,
            Curve curve,
            double offered,
            Measure measure,
            PrintedTable thesis) {
        double direct = mean(curve, Line.DIRECT, offered, measure);
        double paper =
                offered == COMPARED_MBIT
                        ? thesis.at(String.valueOf(curve.n()), ThesisNetwork.name(curve.s()))
                        : Double.NaN;
        String name = measure.name().substring(0, measure.name().lastIndexOf(' '));
        for (Line line : List.of(Line.THESIS, Line.OURS))
            cells.add(
                    new PaperCell(
                            row(curve, offered),
                            line.toString(),
                            name + ", ratio to direct",
                            mean(curve, line, offered, measure) / direct,
                            paper));
    }

    private SvgPlot plot(String figure, Curve curve) {
        SvgPlot plot =
                new SvgPlot(
                                "F" + figure.substring(1) + ": " + curve.name(),
                                COMMITTED.name(),
                                COMMIT.name())
                        .xFromZero();
        for (Line line : Line.values()) {
            List<SvgPlot.Point> all = new ArrayList<>();
            for (double each : offered(curve))
                all.add(
                        new SvgPlot.Point(
                                mean(curve, line, each, COMMITTED),
                                mean(curve, line, each, COMMIT)));
            plot.line(line.toString(), all);
        }
        return plot;
    }
}
