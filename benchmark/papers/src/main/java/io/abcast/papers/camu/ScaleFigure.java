package io.abcast.papers.camu;

import io.abcast.papers.result.CachedRuns;
import io.abcast.papers.result.PaperCell;
import io.abcast.papers.result.PaperResult;
import io.abcast.report.Interval95;
import io.abcast.report.SvgPlot;
import java.util.ArrayList;
import java.util.List;

/** The throughput of CAMU over the number of partitions, compared with one Zab ensemble of three servers. */
final class ScaleFigure {
    private static final int[] PARTITIONS = {1, 2, 4, 8, 16, 32, 64};
    private static final int[] MULTI_PERCENTS = {0, 10, 100};
    private static final String THROUGHPUT = "transactions per s";
    private static final String RATIO = "ratio to one Zab";
    private static final ScaleRun ZAB = new ScaleRun(true, 1, 0);

    private ScaleFigure() {}

    static PaperResult measure(CachedRuns<ScaleRun, Double> runs) {
        List<ScaleRun> all = new ArrayList<>(List.of(ZAB));
        for (int percent : MULTI_PERCENTS)
            for (int partitions : PARTITIONS) all.add(new ScaleRun(false, partitions, percent));
        runs.measure(all);
        List<PaperCell> cells = new ArrayList<>();
        for (ScaleRun each : all) cells.add(cell(each, THROUGHPUT, Interval95.of(runs.of(each))));
        SvgPlot plot =
                new SvgPlot("Scale: CAMU against one Zab of three", "partitions", RATIO)
                        .logarithmic();
        for (int percent : MULTI_PERCENTS) {
            List<SvgPlot.Point> points = new ArrayList<>();
            for (int partitions : PARTITIONS) {
                ScaleRun each = new ScaleRun(false, partitions, percent);
                Interval95 ratio = ratio(runs.of(each), runs.of(ZAB));
                cells.add(cell(each, RATIO, ratio));
                points.add(new SvgPlot.Point(partitions, ratio.mean(), ratio.half()));
            }
            plot.line(percent + " % multis", points);
        }
        return new PaperResult(
                "figure scale",
                "saturated partitions of three replicas, multis with two partitions",
                cells,
                List.of(plot),
                List.of(
                        "A request and an answer of a client occupy a server like other messages."));
    }

    private static PaperCell cell(ScaleRun run, String measure, Interval95 value) {
        String row = run.isZab() ? "one Zab" : "CAMU, " + run.multiPercent() + " % multis";
        return new PaperCell(row, String.valueOf(run.partitions()), measure, value, Double.NaN);
    }

    private static Interval95 ratio(List<Double> ours, List<Double> zab) {
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < ours.size(); i++) ratios.add(ours.get(i) / zab.get(i));
        return Interval95.of(ratios);
    }
}
