package io.abcast.benchmark.report;

import io.abcast.benchmark.compare.SystemRuns;
import io.abcast.load.Experiment;
import io.abcast.load.contest.Measurement;
import io.abcast.load.contest.Outcome;
import io.abcast.report.Environment;
import io.abcast.report.HtmlPage;
import io.abcast.report.PercentilePlot;
import io.abcast.report.SvgPlot;
import io.abcast.report.TextTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/**
 * Writes the figures of {@code abcast compare} as one HTML file with tables, curves of latency over throughput, and
 * percentiles.
 */
public final class CompareReport {
    private final Environment environment;
    private final List<SystemRuns> cells;
    private final List<Outcome> outcomes;
    private final String conditions;
    private final Map<String, String> notes;

    /**
     * @param conditions one line of text with the conditions that all runs have in common
     * @param notes sentences about the systems for readers, by name of the system
     */
    public CompareReport(
            Environment environment,
            List<Outcome> outcomes,
            String conditions,
            Map<String, String> notes) {
        this.environment = environment;
        this.outcomes = outcomes;
        this.conditions = conditions;
        this.notes = notes;
        cells = SystemRuns.of(outcomes);
    }

    @Override
    public String toString() {
        StringBuilder html = new StringBuilder();
        html.append(HtmlPage.paragraph(environment.time() + ", commit " + environment.commit()));
        html.append("<h2>Figures</h2>\n");
        for (TextTable table : CompareTable.tables(cells)) html.append(table.html());
        for (String line : CompareTable.cannot(cells)) html.append(HtmlPage.paragraph(line));
        html.append(HtmlPage.paragraph(conditions));
        notes.forEach((system, note) -> html.append(HtmlPage.paragraph(system + ": " + note)));
        html.append(problems());
        html.append(
                HtmlPage.paragraph(
                        "\u00b1 is the 95 % confidence interval over the runs. The range of the"
                                + " runs is in brackets; in the plots, bars show it. Ratios are"
                                + " computed run by run. CPU: processor time of all servers,"
                                + " including clients inside them. Bytes and packets: counts of"
                                + " the loopback, with the headers of TCP, UDP and IP; with"
                                + " remote clients they include the clients' traffic. Syncs:"
                                + " calls of FileChannel.force per server, counted in the same"
                                + " way in every JVM; for etcd, the syncs that etcd counts for"
                                + " its log."));
        for (Map.Entry<String, List<SystemRuns>> load : byLoad().entrySet()) {
            html.append("<h2>").append(HtmlPage.escape(load.getKey())).append("</h2>\n");
            html.append(
                    curve(
                            load.getValue(),
                            "Latency, p50, over throughput, for each number of clients",
                            50));
            html.append(
                    curve(
                            load.getValue(),
                            "Latency, p99, over throughput, for each number of clients",
                            99));
            html.append(throughput(load.getValue()));
            html.append(percentiles(load.getValue()));
        }
        html.append("<h2>Environment</h2>\n").append(environmentTable());
        html.append("<h2>abcast's stacks</h2>\n<pre>")
                .append(HtmlPage.escape(environment.stack()))
                .append("</pre>\n");
        return HtmlPage.of("abcast compare", html.toString());
    }

    private String problems() {
        List<String> problems =
                outcomes.stream()
                        .filter(o -> !o.problem().isEmpty())
                        .map(
                                o ->
                                        CompareTable.label(o.experiment())
                                                + ", run "
                                                + o.run()
                                                + ": "
                                                + o.problem())
                        .toList();
        return HtmlPage.paragraph(
                problems.isEmpty()
                        ? "At the end of every run the servers' states were equal and contained"
                                + " what the clients had written."
                        : "PROBLEMS: " + String.join("; ", problems));
    }

    private Map<String, List<SystemRuns>> byLoad() {
        Map<String, List<SystemRuns>> byLoad = new LinkedHashMap<>();
        for (SystemRuns cell : cells) {
            Experiment e = cell.experiment();
            String name =
                    e.nodes()
                            + " servers, "
                            + e.load().writePercent()
                            + " % writes, "
                            + (e.load().spread().multiPercent() > 0
                                    ? e.load().spread().multiPercent() + " % multis, "
                                    : "")
                            + "clients "
                            + (e.attach().equals("embedded")
                                    ? "inside the servers"
                                    : "on connections");
            byLoad.computeIfAbsent(name, n -> new ArrayList<>()).add(cell);
        }
        return byLoad;
    }

    private static Map<String, List<SystemRuns>> bySystem(List<SystemRuns> of) {
        Map<String, List<SystemRuns>> bySystem = new LinkedHashMap<>();
        for (SystemRuns cell : of)
            if (!cell.measured().isEmpty())
                bySystem.computeIfAbsent(cell.system(), s -> new ArrayList<>()).add(cell);
        bySystem.values()
                .forEach(list -> list.sort(Comparator.comparingDouble(CompareReport::load)));
        return bySystem;
    }

    private static String loadName(SystemRuns cell) {
        Experiment e = cell.experiment();
        return absolute(e) ? e.load().rate().toString() : Integer.toString(e.load().clients());
    }

    private static double load(SystemRuns cell) {
        Experiment e = cell.experiment();
        return absolute(e) ? e.load().rate().steps().get(0).rate() : e.load().clients();
    }

    private static boolean absolute(Experiment e) {
        return e.load().open() && !e.load().rate().isShare();
    }

    /** Half the length of an error bar: the largest difference between the figure of a run and the mean of all runs. */
    private static double spread(SystemRuns cell, ToDoubleFunction<Measurement> figure) {
        double mean = cell.over(figure).mean();
        return cell.measured().size() < 2
                ? Double.NaN
                : cell.measured().stream()
                        .mapToDouble(m -> Math.abs(figure.applyAsDouble(m) - mean))
                        .max()
                        .orElse(Double.NaN);
    }

    private static String curve(List<SystemRuns> of, String title, double percentile) {
        return lines(
                of,
                new SvgPlot(title, "requests/s answered", "ms").xFromZero().logarithmic(),
                cell ->
                        new SvgPlot.Point(
                                cell.over(Measurement::throughput).mean(),
                                cell.millis(percentile).mean(),
                                spread(cell, m -> m.micros(percentile) / 1000),
                                loadName(cell)));
    }

    private static String throughput(List<SystemRuns> of) {
        return lines(
                of,
                new SvgPlot("Throughput over load", "clients or requests/s asked for", "requests/s")
                        .xFromZero(),
                cell ->
                        new SvgPlot.Point(
                                load(cell),
                                cell.over(Measurement::throughput).mean(),
                                spread(cell, Measurement::throughput)));
    }

    private static String lines(
            List<SystemRuns> of, SvgPlot plot, Function<SystemRuns, SvgPlot.Point> point) {
        bySystem(of)
                .forEach((system, line) -> plot.line(system, line.stream().map(point).toList()));
        return plot + "\n";
    }

    private static String percentiles(List<SystemRuns> of) {
        PercentilePlot plot =
                new PercentilePlot(
                        new SvgPlot(
                                        "Client latency by percentile at the highest load",
                                        "percentile",
                                        "ms")
                                .logarithmic());
        bySystem(of)
                .forEach((system, line) -> plot.line(system, latencies(line.get(line.size() - 1))));
        return plot + "\n";
    }

    private static List<Histogram> latencies(SystemRuns cell) {
        return cell.measured().stream().map(m -> m.load().latency()).toList();
    }

    private String environmentTable() {
        return new TextTable("environment", "")
                .row("commit", environment.commit())
                .row("JVM", environment.jvm())
                .row("flags of the servers", String.join(" ", environment.serverFlags()))
                .row("host", environment.host())
                .row("processor", environment.processor())
                .html();
    }
}
