package io.abcast.benchmark.report;

import io.abcast.benchmark.bench.OmahaEffect;
import io.abcast.benchmark.bench.ProtocolRatios;
import io.abcast.benchmark.bench.RunResult;
import io.abcast.benchmark.bench.Summary;
import io.abcast.report.Interval95;
import io.abcast.report.Numbers;
import io.abcast.report.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * The tables that {@code abcast bench} prints at its end. Each table has one line per experiment, with means over the
 * runs of the experiment.
 */
public final class BenchTable {
    private BenchTable() {}

    public static String of(List<RunResult> results) {
        return tables(Summary.of(results)).stream()
                .map(TextTable::toString)
                .collect(Collectors.joining(System.lineSeparator()));
    }

    static List<TextTable> tables(List<Summary> summaries) {
        List<TextTable> tables = new ArrayList<>(List.of(figures(summaries), messages(summaries)));
        List<Summary> partitioned =
                summaries.stream().filter(s -> s.experiment().load().spread().wanted()).toList();
        if (!partitioned.isEmpty()) tables.add(partitions(partitioned));
        List<Summary> zab = summaries.stream().filter(s -> s.runs().get(0).zab()).toList();
        if (!zab.isEmpty()) tables.add(steering(zab));
        List<ProtocolRatios> comparisons = ProtocolRatios.all(summaries);
        if (!comparisons.isEmpty()) tables.add(comparisons(comparisons));
        for (OmahaEffect effect : OmahaEffect.all(summaries)) tables.addAll(OmahaTable.of(effect));
        return tables;
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
                    Numbers.number(s.throughput(), 0),
                    Numbers.number(s.abdeliveries(), 0),
                    Numbers.number(s.abdeliveryMillis(), 2),
                    Numbers.number(s.clientMillis(50), 2),
                    Numbers.number(s.clientMillis(99), 2),
                    Numbers.number(s.clientMillis(99.9), 2),
                    mean(s, RunResult::leaderCpuMicrosPerOp, 1),
                    mean(s, RunResult::followerCpuMicrosPerOp, 1),
                    mean(s, RunResult::syncsPerSecond, 0),
                    mean(s, RunResult::recordsPerSync, 1),
                    mean(s, r -> r.load().errorsTotal(), 0));
        return table;
    }

    private static TextTable partitions(List<Summary> summaries) {
        TextTable table =
                new TextTable(
                        "latency ms",
                        "single p50",
                        "single p99",
                        "multi p50",
                        "multi p99",
                        "multis");
        for (Summary s : summaries)
            table.row(
                    s.experiment().label(),
                    mean(s, r -> r.load().singleLatency().getValueAtPercentile(50) / 1e3, 2),
                    mean(s, r -> r.load().singleLatency().getValueAtPercentile(99) / 1e3, 2),
                    mean(s, r -> r.load().multiLatency().getValueAtPercentile(50) / 1e3, 2),
                    mean(s, r -> r.load().multiLatency().getValueAtPercentile(99) / 1e3, 2),
                    mean(s, r -> r.load().multiLatency().getTotalCount(), 0));
        return table;
    }

    private static TextTable messages(List<Summary> summaries) {
        TextTable table =
                new TextTable(
                        "per abcast", "messages", "leader in", "leader out", "others", "saved");
        for (Summary s : summaries)
            table.row(
                    s.experiment().label(),
                    mean(s, RunResult::messagesPerAbcast, 2),
                    mean(s, RunResult::leaderInPerAbcast, 2),
                    mean(s, RunResult::leaderOutPerAbcast, 2),
                    mean(s, RunResult::otherMessagesPerAbcast, 2),
                    mean(s, RunResult::aggregatedPerAbcast, 2));
        return table;
    }

    private static TextTable steering(List<Summary> summaries) {
        TextTable table =
                new TextTable(
                        "steering", "acks/commit", "p", "lambda/s", "switches", "in Zab's mode");
        for (Summary s : summaries)
            table.row(
                    s.experiment().label(),
                    mean(s, RunResult::acksPerCommit, 2),
                    mean(s, RunResult::coinP, 3),
                    mean(s, RunResult::lambda, 0),
                    mean(s, RunResult::switches, 0),
                    Numbers.percent(s.over(RunResult::zabModeShare).mean()));
        return table;
    }

    private static TextTable comparisons(List<ProtocolRatios> comparisons) {
        TextTable table =
                new TextTable(
                        "times " + comparisons.get(0).to().protocol() + "'s",
                        "ops/s",
                        "abdeliv latency",
                        "client p99");
        for (ProtocolRatios c : comparisons)
            table.row(
                    c.of().label(),
                    Numbers.ratio(c.throughput()),
                    Numbers.ratio(c.abdeliveryLatency()),
                    Numbers.ratio(c.clientP99()));
        return table;
    }

    /**
     * A mean without a confidence interval, for figures that follow from the protocol and do not vary by chance, such
     * as messages per request.
     */
    static String mean(Summary summary, ToDoubleFunction<RunResult> figure, int digits) {
        return Numbers.number(new Interval95(summary.over(figure).mean(), Double.NaN), digits);
    }
}
