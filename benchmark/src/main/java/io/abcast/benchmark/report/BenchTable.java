package io.abcast.benchmark.report;

import io.abcast.benchmark.bench.Interval95;
import io.abcast.benchmark.bench.RunResult;
import io.abcast.benchmark.bench.Summary;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** The table at the end of a bench: one line per experiment, means over its runs. */
public final class BenchTable {
    private BenchTable() {}

    public static String of(List<RunResult> results) {
        TextTable table =
                new TextTable(
                        "configuration",
                        "ops/s",
                        "abdeliv/s",
                        "abdeliv ms",
                        "p50 ms",
                        "p99 ms",
                        "p99.9 ms",
                        "msg/abcast",
                        "acks/commit",
                        "CPU us/op leader",
                        "follower",
                        "syncs/s",
                        "rec/sync",
                        "errors");
        for (Summary summary : Summary.of(results)) row(table, summary);
        return table.toString();
    }

    private static void row(TextTable table, Summary s) {
        table.row(
                s.experiment().label(),
                number(s.throughput(), 0),
                number(s.abdeliveries(), 0),
                number(s.abdeliveryMillis(), 2),
                number(s.clientMillis(50), 2),
                number(s.clientMillis(99), 2),
                number(s.clientMillis(99.9), 2),
                mean(s, RunResult::messagesPerAbcast, 2),
                mean(s, RunResult::acksPerCommit, 2),
                mean(s, RunResult::leaderCpuMicrosPerOp, 1),
                mean(s, RunResult::followerCpuMicrosPerOp, 1),
                mean(s, RunResult::syncsPerSecond, 0),
                mean(s, RunResult::recordsPerSync, 1),
                mean(s, r -> r.load().errorsTotal(), 0));
    }

    /** Without an interval: these follow from the protocol, not from chance. */
    static String mean(Summary summary, ToDoubleFunction<RunResult> figure, int digits) {
        return number(new Interval95(summary.over(figure).mean(), Double.NaN), digits);
    }

    static String number(Interval95 interval, int digits) {
        if (Double.isNaN(interval.mean()) || Double.isInfinite(interval.mean())) return "-";
        String text = String.format(Locale.ROOT, "%,." + digits + "f", interval.mean());
        return Double.isNaN(interval.half())
                ? text
                : text + String.format(Locale.ROOT, " \u00b1%,." + digits + "f", interval.half());
    }
}
