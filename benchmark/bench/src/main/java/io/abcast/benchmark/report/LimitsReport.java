package io.abcast.benchmark.report;

import io.abcast.benchmark.bench.RunResult;
import io.abcast.benchmark.limits.Growth;
import io.abcast.benchmark.limits.Limits;
import io.abcast.benchmark.limits.Phase;
import io.abcast.benchmark.limits.StateResult;
import io.abcast.report.Environment;
import io.abcast.report.HtmlPage;
import io.abcast.report.SvgPlot;
import io.abcast.report.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Writes the results of {@code abcast limits} as one HTML file with tables and plots. */
public final class LimitsReport {
    private final Environment environment;
    private final Limits limits;
    private final String conditions;

    /** @param conditions one line of text with the conditions that all rows of the growth table have in common */
    public LimitsReport(Environment environment, Limits limits, String conditions) {
        this.environment = environment;
        this.limits = limits;
        this.conditions = conditions;
    }

    @Override
    public String toString() {
        StringBuilder html = new StringBuilder();
        html.append(HtmlPage.paragraph(environment.time() + ", commit " + environment.commit()));
        if (limits.floors() != null) {
            html.append("<h2>Floors</h2>\n").append(LimitsTable.floors(limits.floors()).html());
            html.append(LimitsTable.bare(limits.floors().bare()).html());
        }
        if (!limits.growth().isEmpty()) {
            html.append("<h2>Growth</h2>\n").append(LimitsTable.growth(limits.growth()).html());
            html.append(HtmlPage.paragraph(conditions));
            for (Growth.Axis axis : Growth.Axis.values()) html.append(plots(axis));
        }
        if (!limits.logs().isEmpty())
            html.append("<h2>A long log</h2>\n").append(LimitsTable.logs(limits.logs()).html());
        if (!limits.states().isEmpty()) {
            html.append("<h2>A large state</h2>\n");
            html.append(LimitsTable.states(limits.states()).html());
            for (String line : LimitsTable.ways(limits.states()))
                html.append(HtmlPage.paragraph(line));
            html.append(statePlot());
        }
        html.append("<h2>Environment</h2>\n");
        html.append(
                new TextTable("environment", "")
                        .row("commit", environment.commit())
                        .row("JVM", environment.jvm())
                        .row("flags of the servers", String.join(" ", environment.serverFlags()))
                        .row("host", environment.os() + ", " + environment.processors() + " CPUs")
                        .row("processor", environment.processor())
                        .html());
        return HtmlPage.of("abcast limits", html.toString());
    }

    private String plots(Growth.Axis axis) {
        List<Growth.Point> of = limits.growth().stream().filter(p -> p.axis() == axis).toList();
        if (of.size() < 2) return "";
        SvgPlot throughput =
                plot("Throughput by " + axis.text(), "writes/s", of)
                        .line("writes/s", points(of, RunResult::writesPerSecond));
        SvgPlot cpu =
                plot("CPU of a write by " + axis.text(), "us", of)
                        .line("leader", points(of, RunResult::leaderCpuMicrosPerOp))
                        .line("a follower", points(of, RunResult::followerCpuMicrosPerOp));
        SvgPlot latency =
                plot("Latency by " + axis.text(), "ms", of)
                        .line("p50", points(of, r -> millis(r, 50)))
                        .line("p99", points(of, r -> millis(r, 99)));
        return throughput + "\n" + cpu + "\n" + latency + "\n";
    }

    private static SvgPlot plot(String title, String unit, List<Growth.Point> of) {
        SvgPlot plot = new SvgPlot(title, of.get(0).axis().text(), unit).logarithmic();
        plot.xLabels(of.stream().map(p -> Integer.toString(p.value())).toList());
        return plot;
    }

    private static List<SvgPlot.Point> points(
            List<Growth.Point> of, ToDoubleFunction<RunResult> figure) {
        List<SvgPlot.Point> points = new ArrayList<>();
        for (Growth.Point p : of)
            points.add(new SvgPlot.Point(points.size(), figure.applyAsDouble(p.result())));
        return points;
    }

    private static double millis(RunResult r, double percentile) {
        return r.load().latency().getValueAtPercentile(percentile) / 1000.0;
    }

    private String statePlot() {
        SvgPlot plot = new SvgPlot("p99 while a follower returns", "phase", "ms").logarithmic();
        List<Phase> first = limits.states().get(0).phases();
        plot.xLabels(first.stream().map(Phase::name).toList());
        for (StateResult r : limits.states()) {
            List<SvgPlot.Point> points = new ArrayList<>();
            for (Phase phase : r.phases())
                points.add(new SvgPlot.Point(points.size(), phase.millis(99)));
            plot.line(r.emptied() ? "without its disk" : "with its disk", points);
        }
        return plot + "\n";
    }
}
