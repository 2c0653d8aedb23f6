package io.abcast.benchmark.command;

import io.abcast.command.JsonText;
import io.abcast.report.Environment;
import io.abcast.report.HtmlPage;
import io.abcast.report.JsonFigures;
import io.abcast.report.TextTable;
import io.abcast.workloads.StoreWorkload.Checked;
import io.abcast.workloads.process.StoreBench;
import io.abcast.workloads.process.StoreBench.Result;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/** The figures of the transactional store that {@code abcast bench} measured, as a table and as JSON. */
final class StoreBenchReport {
    private StoreBenchReport() {}

    static TextTable table(List<Result> results) {
        TextTable table =
                new TextTable(
                        "partitions",
                        "clients",
                        "workers",
                        "transactions/s",
                        "multis %",
                        "aborted",
                        "failed",
                        "single p50 ms",
                        "p99",
                        "multi p50 ms",
                        "p99",
                        "conditions",
                        "dumps");
        for (Result each : results) {
            long all = each.committed() + each.aborted();
            table.row(
                    each.settings().map(),
                    String.valueOf(each.settings().clients()),
                    String.valueOf(each.settings().workers()),
                    "%.0f".formatted(each.perSecond()),
                    all == 0 ? "-" : "%.1f".formatted(100.0 * each.multis() / all),
                    String.valueOf(each.aborted()),
                    String.valueOf(each.failed()),
                    millis(each.singleMicros(), 50),
                    millis(each.singleMicros(), 99),
                    millis(each.multiMicros(), 50),
                    millis(each.multiMicros(), 99),
                    each.conditions().stream().allMatch(Checked::holds) ? "hold" : "VIOLATED",
                    each.difference().isEmpty() ? "equal" : "DIFFERENT");
        }
        return table;
    }

    static String millis(Histogram micros, double percentile) {
        if (micros.getTotalCount() == 0) return "-";
        double millis = micros.getValueAtPercentile(percentile) / 1000.0;
        return String.format(Locale.ROOT, "%.2f", millis);
    }

    static JsonText json(Environment environment, List<Result> results) {
        JsonText json = new JsonText().open('{').key("command").value("bench");
        environment.write(json);
        json.key("results").open('[');
        for (Result each : results) one(json, each);
        return json.close(']').close('}');
    }

    private static void one(JsonText json, Result result) {
        json.open('{').key("protocol").value("CAMU");
        settings(json, result.settings());
        figures(json, result);
        json.close('}');
    }

    static void settings(JsonText json, StoreBench.Settings settings) {
        json.key("partitions").value(settings.map());
        json.key("clients").value(settings.clients());
        json.key("workers").value(settings.workers());
        json.key("durability").value(settings.durability());
        json.key("seed").value(settings.seed());
        json.key("seconds").value(JsonFigures.rounded(settings.seconds()));
    }

    static void figures(JsonText json, Result result) {
        json.key("workload").value(result.description());
        json.key("transactions_per_s").value(JsonFigures.rounded(result.perSecond()));
        json.key("committed_per_s").value(JsonFigures.rounded(result.committedPerSecond()));
        json.key("committed").value(result.committed());
        json.key("aborts").value(result.aborted() + result.abortedAttempts());
        json.key("aborts_of_procedures").value(result.aborted());
        json.key("aborted_attempts").value(result.abortedAttempts());
        json.key("multis").value(result.multis()).key("failed").value(result.failed());
        latency(json.key("single_latency_us"), result.singleMicros());
        latency(json.key("multi_latency_us"), result.multiMicros());
        json.key("dumps_equal").value(result.difference().isEmpty());
        json.key("conditions").open('[');
        for (Checked each : result.conditions()) {
            json.open('{').key("condition").value(each.condition());
            json.key("holds").value(each.holds()).key("detail").value(each.detail()).close('}');
        }
        json.close(']');
    }

    private static void latency(JsonText json, Histogram micros) {
        json.open('{').key("count").value(micros.getTotalCount());
        json.key("mean").value(JsonFigures.rounded(micros.getMean()));
        for (int percentile : new int[] {50, 90, 99})
            json.key("p" + percentile).value(micros.getValueAtPercentile(percentile));
        json.key("max").value(micros.getMaxValue()).close('}');
    }

    static String page(List<Result> results) {
        return HtmlPage.of("abcast bench: the store over CAMU", table(results).html());
    }
}
