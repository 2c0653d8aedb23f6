package io.abcast.benchmark.report;

import io.abcast.benchmark.bench.OmahaEffect;
import io.abcast.benchmark.bench.ProtocolRatios;
import io.abcast.benchmark.bench.RunResult;
import io.abcast.benchmark.bench.Summary;
import io.abcast.command.JsonText;
import io.abcast.load.Experiment;
import io.abcast.load.LoadSpec;
import io.abcast.load.PartitionLoad;
import io.abcast.load.RateSchedule;
import io.abcast.load.Second;
import io.abcast.report.Environment;
import io.abcast.report.JsonFigures;
import io.abcast.report.Ratio;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/** Writes the figures of {@code abcast bench} as JSON. All latencies are in microseconds. */
public final class BenchJson {
    private BenchJson() {}

    /** The whole JSON document of {@code abcast bench}. */
    public static String document(Environment environment, List<RunResult> results) {
        JsonText json = new JsonText().open('{').key("command").value("bench");
        environment.write(json);
        json.key("runs").open('[');
        for (RunResult result : results) run(json, result);
        json.close(']').key("summary").open('[');
        List<Summary> summaries = Summary.of(results);
        for (Summary summary : summaries) summary(json, summary);
        json.close(']').key("ratios").open('[');
        for (ProtocolRatios comparison : ProtocolRatios.all(summaries))
            comparison(json, comparison);
        json.close(']').key("omaha").open('[');
        for (OmahaEffect effect : OmahaEffect.all(summaries)) effect(json, effect);
        return json.close(']').close('}').toString();
    }

    private static void effect(JsonText json, OmahaEffect e) {
        json.open('{');
        experiment(json, e.on().experiment());
        spread(json, "messages_saved_percent", e.on().each(RunResult::messagesSavedPercent));
        saved(json, "network_messages", e, RunResult::networkMessagesPerOp);
        saved(json, "packets", e, RunResult::packetsPerOp);
        saved(json, "bytes", e, RunResult::bytesPerOp);
        added(json, "client_latency_mean", "_ms", e, OmahaEffect::clientMeanMillis);
        added(json, "client_latency_p50", "_ms", e, OmahaEffect.clientMillis(50));
        added(json, "client_latency_p99", "_ms", e, OmahaEffect.clientMillis(99));
        added(json, "abdelivery_latency_mean", "_ms", e, OmahaEffect::abdeliveryMeanMillis);
        added(json, "abdelivery_latency_p50", "_ms", e, OmahaEffect.abdeliveryMillis(50));
        added(json, "abdelivery_latency_p99", "_ms", e, OmahaEffect.abdeliveryMillis(99));
        added(json, "server_cpu", "_us_per_op", e, RunResult::cpuMicrosPerOp);
        added(json, "throughput", "_ops_per_s", e, RunResult::throughput);
        json.close('}');
    }

    private static void saved(
            JsonText json, String name, OmahaEffect e, ToDoubleFunction<RunResult> figure) {
        spread(json, name + "_saved_per_op", e.saved(figure));
        spread(json, name + "_saved_per_op_percent", e.savedPercent(figure));
    }

    private static void added(
            JsonText json,
            String name,
            String unit,
            OmahaEffect e,
            ToDoubleFunction<RunResult> figure) {
        spread(json, name + "_added" + unit, e.added(figure));
        spread(json, name + "_added_percent", e.addedPercent(figure));
    }

    private static void spread(JsonText json, String name, List<Double> runs) {
        JsonFigures.ratio(json, name, new Ratio(runs));
    }

    /** One line of JSON with the figures of one measured second, for plots over time. */
    public static String second(Experiment experiment, int run, Second second) {
        JsonText json = new JsonText();
        json.open('{')
                .key("time")
                .value(JsonFigures.rounded(second.atSeconds()))
                .key("protocol")
                .value(experiment.protocol())
                .key("omaha")
                .value(experiment.omaha())
                .key("nodes")
                .value(experiment.nodes())
                .key("clients")
                .value(experiment.load().clients())
                .key("write_ratio")
                .value(experiment.load().writePercent())
                .key("conflicts")
                .value(conflicts(experiment.load()))
                .key("run")
                .value(run)
                .key("zab_mode")
                .value(second.steering().zabMode())
                .key("p")
                .value(JsonFigures.rounded(second.steering().p()))
                .key("lambda")
                .value(JsonFigures.rounded(second.steering().lambda()))
                .key("d")
                .value(JsonFigures.rounded(second.steering().delayMicros()))
                .key("throughput")
                .value(JsonFigures.rounded(second.opsPerSecond()))
                .key("p50")
                .value(second.p50Micros())
                .key("p99")
                .value(second.p99Micros())
                .key("errors")
                .value(second.errors());
        json.key("writes").value(JsonFigures.rounded(second.writesPerSecond()));
        json.key("multis").value(JsonFigures.rounded(second.multisPerSecond()));
        json.key("writes_at").open('{');
        second.writesAt()
                .forEach(
                        (server, rate) ->
                                json.key(Integer.toString(server))
                                        .value(JsonFigures.rounded(rate)));
        return json.close('}').close('}').toString();
    }

    static void experiment(JsonText json, Experiment e) {
        LoadSpec load = e.load();
        json.key("system").value(e.system()).key("protocol").value(e.protocol());
        json.key("nodes").value(e.nodes()).key("clients").value(load.clients());
        json.key("write_ratio").value(load.writePercent());
        json.key("reads").value(load.reads().name().toLowerCase(Locale.ROOT));
        json.key("payload_bytes").value(load.payloadBytes());
        json.key("durability").value(e.durability()).key("attach").value(e.attach());
        json.key("connections").value(e.connections()).key("batching").value(e.batching());
        json.key("omaha").value(e.omaha());
        json.key("loop").value(load.open() ? "open" : "closed");
        json.key("rate").value(rate(load.rate()));
        json.key("wait_ms_min").value(load.waitMinMillis());
        json.key("wait_ms_max").value(load.waitMaxMillis());
        json.key("keys").value(load.keys()).key("seed").value(load.seed());
        json.key("conflicts").value(conflicts(load));
        PartitionLoad spread = load.spread();
        json.key("partitions").value(spread.wanted() ? spread.partitions() : null);
        json.key("multi").value(spread.wanted() ? spread.multiPercent() : null);
        json.key("span").value(spread.wanted() ? spread.span() : null);
    }

    /** Null if all writes go to random keys. */
    private static Integer conflicts(LoadSpec load) {
        return load.conflicts().wanted() ? load.conflicts().percent() : null;
    }

    static void run(JsonText json, RunResult r) {
        json.open('{');
        experiment(json, r.experiment());
        json.key("run").value(r.run());
        json.key("warmup_s").value(JsonFigures.rounded(r.warmupSeconds()));
        json.key("warmup_steady").value(r.warmupSteady());
        json.key("duration_s").value(JsonFigures.rounded(r.seconds()));
        json.key("throughput_ops_per_s").value(JsonFigures.rounded(r.throughput()));
        json.key("writes_per_s").value(JsonFigures.rounded(r.writesPerSecond()));
        json.key("abdeliveries_per_s").value(JsonFigures.rounded(r.abdeliveriesPerSecond()));
        json.key("errors").value(r.load().errorsTotal());
        json.key("error_kinds").value(r.load().errorText());
        latency(json.key("client_latency_us"), r.load().latency());
        if (r.experiment().load().spread().wanted()) {
            latency(json.key("single_latency_us"), r.load().singleLatency());
            latency(json.key("multi_latency_us"), r.load().multiLatency());
        }
        latency(json.key("abdelivery_latency_us"), r.abdelivery());
        json.key("messages_per_abcast").value(JsonFigures.rounded(r.messagesPerAbcast()));
        json.key("leader_in_per_abcast").value(JsonFigures.rounded(r.leaderInPerAbcast()));
        json.key("leader_out_per_abcast").value(JsonFigures.rounded(r.leaderOutPerAbcast()));
        json.key("acks_per_commit").value(JsonFigures.rounded(r.acksPerCommit()));
        json.key("other_messages_per_abcast")
                .value(JsonFigures.rounded(r.otherMessagesPerAbcast()));
        json.key("messages_saved_per_abcast").value(JsonFigures.rounded(r.aggregatedPerAbcast()));
        json.key("messages_saved_percent").value(JsonFigures.rounded(r.messagesSavedPercent()));
        json.key("network_messages_per_op").value(JsonFigures.rounded(r.networkMessagesPerOp()));
        json.key("loopback_packets_per_op").value(JsonFigures.rounded(r.packetsPerOp()));
        json.key("loopback_bytes_per_op").value(JsonFigures.rounded(r.bytesPerOp()));
        json.key("coin_p")
                .value(JsonFigures.rounded(r.coinP()))
                .key("lambda")
                .value(JsonFigures.rounded(r.lambda()));
        json.key("switches").value(r.switches());
        json.key("zab_mode_share").value(JsonFigures.rounded(r.zabModeShare()));
        json.key("server_cpu_us_per_op").value(JsonFigures.rounded(r.cpuMicrosPerOp()));
        json.key("leader_cpu_us_per_op").value(JsonFigures.rounded(r.leaderCpuMicrosPerOp()));
        json.key("follower_cpu_us_per_op").value(JsonFigures.rounded(r.followerCpuMicrosPerOp()));
        json.key("syncs_per_s").value(JsonFigures.rounded(r.syncsPerSecond()));
        json.key("records_per_sync").value(JsonFigures.rounded(r.recordsPerSync()));
        json.key("gc_share")
                .value(JsonFigures.rounded(r.gcShare()))
                .key("elections")
                .value(r.elections());
        json.key("leader").value(r.leader());
        boolean isOne = r.kill() != null && r.kill().partition().isEmpty();
        json.key("killed_server").value(isOne ? r.kill().server() : null);
        json.key("killed").value(r.kill() == null ? null : r.kill().what());
        json.key("killed_at_s").value(r.kill() == null ? null : r.kill().seconds());
        boolean isBack = r.kill() != null && r.kill().isBack();
        json.key("back_at_s").value(isBack ? r.kill().backSeconds() : null);
        json.key("schedule_lag_us_max").value(r.load().lagMicrosMax());
        json.key("digests_agree").value(r.agreed());
        json.close('}');
    }

    private static Object rate(RateSchedule rate) {
        if (!rate.open()) return null;
        return rate.steps().size() == 1 ? rate.steps().get(0).rate() : rate.toString();
    }

    private static void comparison(JsonText json, ProtocolRatios c) {
        json.open('{');
        experiment(json, c.of());
        json.key("to").value(c.to().protocol());
        JsonFigures.ratio(json, "throughput", c.throughput());
        JsonFigures.ratio(json, "abdelivery_latency", c.abdeliveryLatency());
        JsonFigures.ratio(json, "client_p99", c.clientP99());
        json.close('}');
    }

    static void latency(JsonText json, Histogram h) {
        json.open('{').key("mean").value(JsonFigures.rounded(h.getMean()));
        json.key("p50").value(h.getValueAtPercentile(50));
        json.key("p90").value(h.getValueAtPercentile(90));
        json.key("p95").value(h.getValueAtPercentile(95));
        json.key("p99").value(h.getValueAtPercentile(99));
        json.key("p99.9").value(h.getValueAtPercentile(99.9));
        json.key("max").value(h.getMaxValue()).close('}');
    }

    private static void summary(JsonText json, Summary s) {
        json.open('{');
        experiment(json, s.experiment());
        json.key("runs").value(s.runs().size());
        JsonFigures.interval(json, "throughput_ops_per_s", s.throughput());
        JsonFigures.interval(json, "abdeliveries_per_s", s.abdeliveries());
        JsonFigures.interval(json, "abdelivery_latency_ms", s.abdeliveryMillis());
        JsonFigures.interval(json, "client_p50_ms", s.clientMillis(50));
        JsonFigures.interval(json, "client_p99_ms", s.clientMillis(99));
        json.close('}');
    }
}
