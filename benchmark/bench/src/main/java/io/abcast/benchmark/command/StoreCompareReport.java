package io.abcast.benchmark.command;

import io.abcast.benchmark.compare.StoreCell;
import io.abcast.benchmark.compare.StoreRun;
import io.abcast.command.JsonText;
import io.abcast.report.Environment;
import io.abcast.report.HtmlPage;
import io.abcast.report.Interval95;
import io.abcast.report.JsonFigures;
import io.abcast.report.Numbers;
import io.abcast.report.TextTable;
import io.abcast.workloads.StoreWorkload.Checked;
import io.abcast.workloads.process.StoreBench.Result;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/** The figures of a comparison with the transactional store, as tables and as JSON. */
final class StoreCompareReport {
    private final List<StoreRun> runs;
    private final List<StoreCell> cells;

    StoreCompareReport(List<StoreRun> runs) {
        this.runs = runs;
        cells = StoreCell.of(runs);
    }

    List<TextTable> tables() {
        List<TextTable> tables = new ArrayList<>(List.of(figures()));
        if (cells.stream().anyMatch(each -> each.first(cells) != null)) tables.add(ratios());
        return tables;
    }

    private TextTable figures() {
        TextTable table =
                new TextTable(
                        "system and load",
                        "committed/s",
                        "multis %",
                        "rolled back %",
                        "aborted attempts %",
                        "failed",
                        "single p50 ms",
                        "p99",
                        "multi p50 ms",
                        "p99",
                        "conditions",
                        "dumps");
        for (StoreCell cell : cells) {
            List<Result> measured = cell.measured();
            table.row(
                    cell.label(),
                    Numbers.number(cell.over(Result::committedPerSecond), 0),
                    mean(cell, r -> percent(r.multis(), r), 1),
                    mean(cell, r -> percent(r.aborted(), r), 2),
                    mean(cell, r -> percent(r.abortedAttempts(), r), 2),
                    mean(cell, Result::failed, 0),
                    mean(cell, r -> millis(r.singleMicros(), 50), 2),
                    mean(cell, r -> millis(r.singleMicros(), 99), 2),
                    mean(cell, r -> millis(r.multiMicros(), 50), 2),
                    mean(cell, r -> millis(r.multiMicros(), 99), 2),
                    measured.isEmpty()
                            ? "-"
                            : measured.stream()
                                            .flatMap(r -> r.conditions().stream())
                                            .allMatch(Checked::holds)
                                    ? "hold"
                                    : "VIOLATED",
                    measured.isEmpty()
                            ? "-"
                            : measured.stream().allMatch(r -> r.difference().isEmpty())
                                    ? "equal"
                                    : "DIFFERENT");
        }
        return table;
    }

    private static double percent(long count, Result of) {
        return 100.0 * count / (of.committed() + of.aborted());
    }

    private static double millis(Histogram micros, double percentile) {
        if (micros.getTotalCount() == 0) return Double.NaN;
        return micros.getValueAtPercentile(percentile) / 1000.0;
    }

    private static String mean(StoreCell cell, ToDoubleFunction<Result> figure, int digits) {
        return Numbers.number(new Interval95(cell.over(figure).mean(), Double.NaN), digits);
    }

    private static Map<String, ToDoubleFunction<Result>> compared() {
        Map<String, ToDoubleFunction<Result>> all = new LinkedHashMap<>();
        all.put("committed_per_s", Result::committedPerSecond);
        all.put("single_p50", r -> millis(r.singleMicros(), 50));
        all.put("single_p99", r -> millis(r.singleMicros(), 99));
        all.put("multi_p50", r -> millis(r.multiMicros(), 50));
        all.put("multi_p99", r -> millis(r.multiMicros(), 99));
        return all;
    }

    private TextTable ratios() {
        TextTable table =
                new TextTable(
                        "times the other's",
                        "of",
                        "committed/s",
                        "single p50",
                        "p99",
                        "multi p50",
                        "p99");
        for (StoreCell cell : cells) {
            StoreCell first = cell.first(cells);
            if (first == null) continue;
            List<String> row = new ArrayList<>(List.of(cell.label(), first.system()));
            for (ToDoubleFunction<Result> figure : compared().values())
                row.add(Numbers.ratio(cell.to(first, figure)));
            table.row(row.toArray(String[]::new));
        }
        return table;
    }

    List<String> problems() {
        List<String> all = new ArrayList<>();
        for (StoreRun run : runs) {
            String where = run.label() + " run " + run.run() + ": ";
            if (run.result() == null) {
                all.add(where + run.failure());
                continue;
            }
            if (!run.result().difference().isEmpty())
                all.add(where + "replicas differ: " + run.result().difference());
            for (Checked each : run.result().conditions())
                if (!each.holds())
                    all.add(where + "violated: " + each.condition() + ": " + each.detail());
        }
        return all;
    }

    JsonText json(Environment environment) {
        JsonText json = new JsonText().open('{').key("command").value("compare");
        environment.write(json);
        json.key("runs").open('[');
        for (StoreRun run : runs) {
            json.open('{').key("system").value(run.system()).key("run").value(run.run());
            json.key("nodes").value(run.nodes());
            json.key("failure").value(run.failure().isEmpty() ? null : run.failure());
            StoreBenchReport.settings(json, run.settings());
            if (run.result() != null) StoreBenchReport.figures(json, run.result());
            json.close('}');
        }
        json.close(']').key("ratios").open('[');
        for (StoreCell cell : cells) {
            StoreCell first = cell.first(cells);
            if (first == null) continue;
            json.open('{').key("system").value(cell.system()).key("to").value(first.system());
            json.key("nodes").value(cell.runs().get(0).nodes());
            StoreBenchReport.settings(json, cell.runs().get(0).settings());
            compared()
                    .forEach((key, figure) -> JsonFigures.ratio(json, key, cell.to(first, figure)));
            json.close('}');
        }
        return json.close(']').close('}');
    }

    String page(String conditions) {
        StringBuilder html = new StringBuilder();
        for (TextTable table : tables()) html.append(table.html());
        html.append(HtmlPage.paragraph(conditions));
        for (String each : problems()) html.append(HtmlPage.paragraph("PROBLEM: " + each));
        return HtmlPage.of("abcast compare: the transactional store", html.toString());
    }
}
