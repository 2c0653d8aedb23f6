package io.abcast.benchmark.report;

import io.abcast.benchmark.bench.RunResult;
import io.abcast.benchmark.bench.Summary;
import io.abcast.load.LoadSpec;
import io.abcast.load.Second;
import io.abcast.report.Environment;
import io.abcast.report.HtmlPage;
import io.abcast.report.Interval95;
import io.abcast.report.PercentilePlot;
import io.abcast.report.SvgPlot;
import io.abcast.report.TextTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/** The whole report of {@code abcast bench} as one HTML file, which needs no network and can be printed. */
public final class HtmlReport {
    private static final int LINES_MAX = 8;

    private final Environment environment;
    private final List<RunResult> results;
    private final List<Summary> summaries;

    public HtmlReport(Environment environment, List<RunResult> results) {
        this.environment = environment;
        this.results = results;
        summaries = Summary.of(results);
    }

    @Override
    public String toString() {
        StringBuilder html = new StringBuilder();
        html.append(HtmlPage.paragraph(environment.time() + ", commit " + environment.commit()));
        html.append("<h2>Figures</h2>\n");
        for (TextTable table : BenchTable.tables(summaries)) html.append(table.html());
        html.append(states());
        html.append(
                HtmlPage.paragraph(
                        "Client latency runs from the sending (closed loop) or from the moment at which a"
                                + " request was due (open loop). Abdelivery latency is t1 - t0 at the server"
                                + " that took the request. Abdeliveries are those of all servers together."
                                + " \u00b1 is the 95 % confidence interval over the "
                                + results.stream().mapToInt(RunResult::run).max().orElse(0)
                                + " runs, each on a fresh cluster; the range of the runs is in brackets."
                                + " Messages are proposals, acks and commits, as EL-Sanosi 2018 counts them; others are"
                                + " forwarded requests, heartbeats and linearizable reads. For an order by consensus"
                                + " all messages are counted. p is the mean while the protocol ran in its own"
                                + " mode. Savings and"
                                + " costs of OMAHA are computed run by run; packets and bytes are the kernel's"
                                + " counts of the"
                                + " loopback, which clients use too."));
        if (summaries.size() > 1) {
            html.append(comparison("Throughput", "requests/s", Summary::throughput));
            html.append(comparison("Mean abdelivery latency", "ms", Summary::abdeliveryMillis));
            html.append(comparison("Client latency, p99", "ms", s -> s.clientMillis(99)));
        }
        html.append(percentiles("Client latency", r -> r.load().latency()));
        html.append(percentiles("Abdelivery latency", RunResult::abdelivery));
        html.append(overTime(results, "Throughput over time", "requests/s", Second::opsPerSecond));
        html.append(
                overTime(
                        results,
                        "Client latency, p99, over time",
                        "ms",
                        s -> s.p99Micros() / 1000.0));
        html.append(steering());
        html.append("<h2>Environment</h2>\n").append(environmentTable());
        html.append("<h2>Stack</h2>\n<pre>")
                .append(SvgPlot.escape(environment.stack()))
                .append("</pre>\n");
        return HtmlPage.of("abcast bench", html.toString());
    }

    private String states() {
        List<String> differing =
                results.stream()
                        .filter(r -> !r.agreed())
                        .map(r -> r.experiment().label() + ", run " + r.run())
                        .toList();
        String text =
                differing.isEmpty()
                        ? "At the end of every run all servers had the same state."
                        : "THE SERVERS' STATES DIFFER: " + String.join("; ", differing);
        return HtmlPage.paragraph(text);
    }

    private String comparison(String title, String unit, Function<Summary, Interval95> figure) {
        for (Dimension dimension : Dimension.values()) {
            long values = summaries.stream().mapToDouble(s -> dimension.of(s)).distinct().count();
            if (values > 1) return over(dimension, title, unit, figure);
        }
        SvgPlot plot = new SvgPlot(title + " by configuration", "configuration", unit);
        List<SvgPlot.Point> points = new ArrayList<>();
        List<String> labels = new ArrayList<>();
        for (int i = 0; i < summaries.size(); i++) {
            Interval95 interval = figure.apply(summaries.get(i));
            points.add(new SvgPlot.Point(i, interval.mean(), interval.half()));
            labels.add(summaries.get(i).experiment().name());
        }
        return plot.xLabels(labels).line(title, points) + "\n";
    }

    private String over(
            Dimension dimension, String title, String unit, Function<Summary, Interval95> figure) {
        Map<String, List<SvgPlot.Point>> lines = new LinkedHashMap<>();
        for (Summary s : summaries) {
            Interval95 interval = figure.apply(s);
            lines.computeIfAbsent(dimension.others(s), name -> new ArrayList<>())
                    .add(new SvgPlot.Point(dimension.of(s), interval.mean(), interval.half()));
        }
        SvgPlot plot = new SvgPlot(title + " over " + dimension.title, dimension.title, unit);
        lines.entrySet().stream()
                .limit(LINES_MAX)
                .forEach(line -> plot.line(line.getKey(), line.getValue()));
        return plot + "\n";
    }

    /** If a sweep varied several quantities, the x axis shows the quantity that comes first in this enum. */
    private enum Dimension {
        CLIENTS("clients"),
        WRITE_RATIO("write ratio, %"),
        NODES("servers");

        final String title;

        Dimension(String title) {
            this.title = title;
        }

        double of(Summary s) {
            return switch (this) {
                case CLIENTS -> s.experiment().load().clients();
                case WRITE_RATIO -> s.experiment().load().writePercent();
                case NODES -> s.experiment().nodes();
            };
        }

        String others(Summary s) {
            StringBuilder name = new StringBuilder(s.experiment().name());
            for (Dimension d : values())
                if (d != this) name.append(", ").append(d.title).append(' ').append((long) d.of(s));
            return name.toString();
        }
    }

    private String percentiles(String title, Function<RunResult, Histogram> histogram) {
        PercentilePlot plot =
                new PercentilePlot(new SvgPlot(title + " by percentile", "percentile", "ms"));
        for (Summary s : summaries.subList(0, Math.min(LINES_MAX, summaries.size())))
            plot.line(s.experiment().label(), s.runs().stream().map(histogram).toList());
        return plot + "\n";
    }

    private String steering() {
        List<RunResult> steered = results.stream().filter(RunResult::steered).toList();
        if (steered.isEmpty()) return "";
        return overTime(steered, "Probability of Head over time", "p", s -> s.steering().p())
                + overTime(
                        steered,
                        "Tosses per second over time, as the followers measure them",
                        "lambda, 1/s",
                        s -> s.steering().lambda())
                + overTime(
                        steered,
                        "Mode over time",
                        "0: the protocol's own mode, 1: Zab's mode",
                        s -> s.steering().zabModeAsNumber());
    }

    private static String overTime(
            List<RunResult> results, String title, String unit, ToDoubleFunction<Second> figure) {
        SvgPlot plot = new SvgPlot(title, "s since the end of the warm-up", unit);
        for (RunResult r : results.subList(0, Math.min(LINES_MAX, results.size()))) {
            List<SvgPlot.Point> points = new ArrayList<>();
            for (Second s : r.series())
                points.add(new SvgPlot.Point(s.atSeconds(), figure.applyAsDouble(s)));
            plot.line(r.experiment().label() + ", run " + r.run(), points);
        }
        return plot + "\n";
    }

    private String environmentTable() {
        LoadSpec load = results.get(0).experiment().load();
        String[][] rows = {
            {"commit", environment.commit()},
            {"JVM", environment.jvm()},
            {"flags of the servers", String.join(" ", environment.serverFlags())},
            {"flags of the load generator", String.join(" ", environment.jvmFlags())},
            {"host", environment.host()},
            {"processor", environment.processor()},
            {"network", "loopback; load generator and servers share the host"},
            {"durability", results.get(0).experiment().durability()},
            {"clients", results.get(0).experiment().attach()},
            {"payload", load.payloadBytes() + " bytes under one of " + load.keys() + " keys"},
            {"wait", load.waitMinMillis() + "-" + load.waitMaxMillis() + " ms"},
            {
                "loop",
                load.open() ? "open" : "closed; each request of a client goes to the next server"
            },
            {"seed", Long.toString(load.seed())},
        };
        TextTable table = new TextTable("environment", "");
        for (String[] row : rows) table.row(row);
        return table.html();
    }
}
