package io.abcast.benchmark.report;

import io.abcast.benchmark.bench.Comparison;
import io.abcast.benchmark.bench.Interval95;
import io.abcast.benchmark.bench.Ratio;
import io.abcast.benchmark.bench.RunResult;
import io.abcast.benchmark.bench.Summary;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** The tables at the end of a bench: one line per experiment, means over its runs. */
public final class BenchTable {
    private BenchTable() {}

    public static String of(List<RunResult> results) {
        return tables(Summary.of(results)).stream()
                .map(TextTable::toString)
                .collect(Collectors.joining(System.lineSeparator()));
    }

    /** Figures; messages and what steers them; and, of several protocols, each against the first. */
    static List<TextTable> tables(List<Summary> summaries) {
        List<Comparison> comparisons = Comparison.all(summaries);
        if (comparisons.isEmpty()) return List.of(figures(summaries), messages(summaries));
        return List.of(figures(summaries), messages(summaries), comparisons(comparisons));
    }

    private static TextTable figures(List<Summary> summaries) {
        TextTable table =
                new TextTable(
                        "configuration",
                        "ops/s",
                        "abdeliv/s",
                        "abdeliv ms",
                        "p50 ms",
                        "p99 ms",
                        "p99.9 ms",
                        "CPU us/op leader",
                        "follower",
                        "syncs/s",
                        "rec/sync",
                        "errors");
        for (Summary s : summaries)
            table.row(
                    s.experiment().label(),
                    number(s.throughput(), 0),
                    number(s.abdeliveries(), 0),
                    number(s.abdeliveryMillis(), 2),
                    number(s.clientMillis(50), 2),
                    number(s.clientMillis(99), 2),
                    number(s.clientMillis(99.9), 2),
                    mean(s, RunResult::leaderCpuMicrosPerOp, 1),
                    mean(s, RunResult::followerCpuMicrosPerOp, 1),
                    mean(s, RunResult::syncsPerSecond, 0),
                    mean(s, RunResult::recordsPerSync, 1),
                    mean(s, r -> r.load().errorsTotal(), 0));
        return table;
    }

    private static TextTable messages(List<Summary> summaries) {
        TextTable table =
                new TextTable(
                        "per abcast",
                        "messages",
                        "leader in",
                        "leader out",
                        "others",
                        "saved",
                        "acks/commit",
                        "p",
                        "lambda/s",
                        "switches",
                        "in Zab's mode");
        for (Summary s : summaries)
            table.row(
                    s.experiment().label(),
                    mean(s, RunResult::messagesPerAbcast, 2),
                    mean(s, RunResult::leaderInPerAbcast, 2),
                    mean(s, RunResult::leaderOutPerAbcast, 2),
                    mean(s, RunResult::otherMessagesPerAbcast, 2),
                    mean(s, RunResult::aggregatedPerAbcast, 2),
                    mean(s, RunResult::acksPerCommit, 2),
                    mean(s, RunResult::coinP, 3),
                    mean(s, RunResult::lambda, 0),
                    mean(s, RunResult::switches, 0),
                    percent(s.over(RunResult::zabModeShare).mean()));
        return table;
    }

    private static TextTable comparisons(List<Comparison> comparisons) {
        TextTable table =
                new TextTable(
                        "times " + comparisons.get(0).to().protocol() + "'s",
                        "ops/s",
                        "abdeliv latency",
                        "client p99");
        for (Comparison c : comparisons)
            table.row(
                    c.of().label(),
                    ratio(c.throughput()),
                    ratio(c.abdeliveryLatency()),
                    ratio(c.clientP99()));
        return table;
    }

    /** With its interval, and with the range of the runs. */
    static String ratio(Ratio ratio) {
        String text = number(ratio.interval(), 3);
        return ratio.values().size() < 2
                ? text
                : text + String.format(Locale.ROOT, " (%.3f..%.3f)", ratio.min(), ratio.max());
    }

    /** Without an interval: these follow from the protocol, not from chance. */
    static String mean(Summary summary, ToDoubleFunction<RunResult> figure, int digits) {
        return number(new Interval95(summary.over(figure).mean(), Double.NaN), digits);
    }

    static String percent(double share) {
        return Double.isNaN(share) ? "-" : String.format(Locale.ROOT, "%.0f %%", 100 * share);
    }

    static String number(Interval95 interval, int digits) {
        if (Double.isNaN(interval.mean()) || Double.isInfinite(interval.mean())) return "-";
        String text = String.format(Locale.ROOT, "%,." + digits + "f", interval.mean());
        return Double.isNaN(interval.half())
                ? text
                : text + String.format(Locale.ROOT, " \u00b1%,." + digits + "f", interval.half());
    }
}
