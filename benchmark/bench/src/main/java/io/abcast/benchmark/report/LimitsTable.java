package io.abcast.benchmark.report;

import io.abcast.benchmark.bench.RunResult;
import io.abcast.benchmark.limits.BareResult;
import io.abcast.benchmark.limits.Floors;
import io.abcast.benchmark.limits.Growth;
import io.abcast.benchmark.limits.LatencySummary;
import io.abcast.benchmark.limits.LogResult;
import io.abcast.benchmark.limits.Phase;
import io.abcast.benchmark.limits.StateResult;
import io.abcast.report.TextTable;
import java.util.List;
import java.util.Locale;

/** Text tables of the results of {@code abcast limits}. */
public final class LimitsTable {
    private LimitsTable() {}

    public static TextTable floors(Floors floors) {
        TextTable table = new TextTable("floor of this host", "per second", "p50 us", "p99 us");
        row(table, floors.payloadBytes() + " B round trip, loopback TCP", floors.roundTrip());
        row(table, "append and force " + Floors.SMALL_BYTES + " B", floors.smallSync());
        row(table, "append and force " + Floors.LARGE_BYTES + " B", floors.largeSync());
        return table;
    }

    private static void row(TextTable table, String name, LatencySummary d) {
        table.row(
                name,
                number("%,.0f", d.perSecond()),
                number("%,.1f", d.p50Micros()),
                number("%,.1f", d.p99Micros()));
    }

    public static TextTable bare(List<BareResult> results) {
        TextTable table =
                new TextTable(
                        "the stack without ZAB",
                        "payloads/s",
                        "sender CPU us",
                        "receiver CPU us",
                        "all CPU us",
                        "quorum p50 ms",
                        "p99 ms");
        for (BareResult r : results)
            table.row(
                    String.format(
                            "n=%d, %d messages of %d in flight", r.nodes(), r.window(), r.batch()),
                    number("%,.0f", r.payloadsPerSecond()),
                    number("%.2f", r.senderCpuMicros()),
                    number("%.2f", r.receiverCpuMicros()),
                    number("%.2f", r.senderCpuMicros() + (r.nodes() - 1) * r.receiverCpuMicros()),
                    number("%.3f", r.p50Micros() / 1000),
                    number("%.3f", r.p99Micros() / 1000));
        return table;
    }

    public static TextTable growth(List<Growth.Point> points) {
        TextTable table =
                new TextTable(
                        "reached",
                        "clients",
                        "writes/s",
                        "MB/s",
                        "p50 ms",
                        "p99 ms",
                        "leader CPU us",
                        "follower CPU us",
                        "leader sends at least B",
                        "all links at least B",
                        "counted B");
        for (Growth.Point p : points) {
            RunResult r = p.result();
            table.row(
                    p.axis().text() + " " + p.value(),
                    Integer.toString(r.experiment().load().clients()),
                    number("%,.0f", r.writesPerSecond()),
                    number(
                            "%,.1f",
                            r.writesPerSecond() * r.experiment().load().payloadBytes() / 1e6),
                    number("%,.2f", r.load().latency().getValueAtPercentile(50) / 1000.0),
                    number("%,.2f", r.load().latency().getValueAtPercentile(99) / 1000.0),
                    number("%,.1f", r.leaderCpuMicrosPerOp()),
                    number("%,.1f", r.followerCpuMicrosPerOp()),
                    number("%,.0f", p.leastLeaderBytesPerWrite()),
                    number("%,.0f", p.leastBytesPerWrite()),
                    number("%,.0f", p.wireBytesPerWrite()));
        }
        return table;
    }

    public static TextTable logs(List<LogResult> results) {
        TextTable table =
                new TextTable("log", "writes/s", "p50 ms", "p99 ms", "start of a follower s");
        for (LogResult r : results)
            table.row(
                    String.format(Locale.ROOT, "%,d MB", r.logBytes() / 1_000_000),
                    number("%,.0f", r.load().perSecond()),
                    number("%,.2f", r.load().millis(50)),
                    number("%,.2f", r.load().millis(99)),
                    number("%.1f", r.startSeconds()));
        return table;
    }

    public static TextTable states(List<StateResult> results) {
        TextTable table =
                new TextTable(
                        "a follower's return",
                        "seconds",
                        "writes/s",
                        "p50 ms",
                        "p99 ms",
                        "p99.9 ms",
                        "errors");
        for (StateResult r : results)
            for (Phase phase : r.phases())
                table.row(
                        name(r) + ": " + phase.name(),
                        number("%.1f", phase.seconds()),
                        number("%,.0f", phase.perSecond()),
                        number("%,.2f", phase.millis(50)),
                        number("%,.2f", phase.millis(99)),
                        number("%,.2f", phase.millis(99.9)),
                        Long.toString(phase.load().errorsTotal()));
        return table;
    }

    /** One line of text for each restart of a stopped follower in the measurement. */
    public static List<String> ways(List<StateResult> results) {
        return results.stream()
                .map(
                        r ->
                                String.format(
                                        Locale.ROOT,
                                        "%s: %,d keys, %,d bytes of values, data directory %,d bytes; follower"
                                                + " serves again after %.1f s; %d snapshots taken meanwhile by"
                                                + " the other members; states %s",
                                        name(r),
                                        r.keys(),
                                        r.stateBytes(),
                                        r.dataBytes(),
                                        r.catchUpSeconds(),
                                        r.snapshots(),
                                        r.agreed() ? "agree" : "DIFFER"))
                .toList();
    }

    private static String name(StateResult r) {
        return r.emptied() ? "without its disk" : "with its disk";
    }

    private static String number(String format, double value) {
        return Double.isFinite(value) ? String.format(Locale.ROOT, format, value) : "-";
    }
}
