package io.abcast.benchmark.report;

import io.abcast.benchmark.limits.BareResult;
import io.abcast.benchmark.limits.Floors;
import io.abcast.benchmark.limits.Growth;
import io.abcast.benchmark.limits.LatencySummary;
import io.abcast.benchmark.limits.Limits;
import io.abcast.benchmark.limits.LogResult;
import io.abcast.benchmark.limits.Phase;
import io.abcast.benchmark.limits.StateResult;
import io.abcast.command.JsonText;
import io.abcast.report.Environment;
import io.abcast.report.JsonFigures;
import org.HdrHistogram.Histogram;

/** Writes the results of {@code abcast limits} as one JSON document, with latencies in microseconds. */
public final class LimitsJson {
    private LimitsJson() {}

    /** The whole JSON document of {@code abcast limits}. */
    public static String document(Environment environment, Limits limits) {
        JsonText json = new JsonText().open('{').key("command").value("limits");
        environment.write(json);
        if (limits.floors() != null) floors(json.key("floors"), limits.floors());
        json.key("growth").open('[');
        for (Growth.Point point : limits.growth()) point(json, point);
        json.close(']').key("logs").open('[');
        for (LogResult log : limits.logs()) {
            json.open('{').key("log_bytes").value(log.logBytes());
            json.key("start_s").value(JsonFigures.rounded(log.startSeconds()));
            phase(json.key("load"), log.load());
            json.close('}');
        }
        json.close(']').key("states").open('[');
        for (StateResult state : limits.states()) state(json, state);
        return json.close(']').close('}').toString();
    }

    private static void floors(JsonText json, Floors floors) {
        json.open('{').key("payload_bytes").value(floors.payloadBytes());
        durations(json.key("round_trip"), floors.roundTrip());
        durations(json.key("sync_1k"), floors.smallSync());
        durations(json.key("sync_64k"), floors.largeSync());
        json.key("bare").open('[');
        for (BareResult r : floors.bare()) {
            json.open('{').key("nodes").value(r.nodes()).key("window").value(r.window());
            json.key("batch").value(r.batch());
            json.key("payloads_per_s").value(JsonFigures.rounded(r.payloadsPerSecond()));
            json.key("sender_cpu_us").value(JsonFigures.rounded(r.senderCpuMicros()));
            json.key("receiver_cpu_us").value(JsonFigures.rounded(r.receiverCpuMicros()));
            json.key("p50").value(JsonFigures.rounded(r.p50Micros()));
            json.key("p99").value(JsonFigures.rounded(r.p99Micros())).close('}');
        }
        json.close(']').close('}');
    }

    private static void durations(JsonText json, LatencySummary d) {
        json.open('{').key("count").value(d.count());
        json.key("per_s").value(JsonFigures.rounded(d.perSecond()));
        json.key("p50").value(JsonFigures.rounded(d.p50Micros()));
        json.key("p99").value(JsonFigures.rounded(d.p99Micros())).close('}');
    }

    private static void point(JsonText json, Growth.Point p) {
        json.open('{').key("axis").value(p.axis().text()).key("value").value(p.value());
        json.key("leader_bytes_min").value(JsonFigures.rounded(p.leastLeaderBytesPerWrite()));
        json.key("link_bytes_min").value(JsonFigures.rounded(p.leastBytesPerWrite()));
        json.key("link_bytes").value(JsonFigures.rounded(p.wireBytesPerWrite()));
        json.key("run");
        BenchJson.run(json, p.result());
        json.close('}');
    }

    private static void state(JsonText json, StateResult r) {
        json.open('{').key("emptied").value(r.emptied()).key("keys").value(r.keys());
        json.key("state_bytes").value(r.stateBytes()).key("data_bytes").value(r.dataBytes());
        json.key("catch_up_s").value(JsonFigures.rounded(r.catchUpSeconds()));
        json.key("snapshots").value(r.snapshots()).key("digests_agree").value(r.agreed());
        json.key("phases").open('[');
        for (Phase phase : r.phases()) phase(json, phase);
        json.close(']').close('}');
    }

    private static void phase(JsonText json, Phase phase) {
        Histogram latency = phase.load().latency();
        json.open('{').key("name").value(phase.name());
        json.key("seconds").value(JsonFigures.rounded(phase.seconds()));
        json.key("writes_per_s").value(JsonFigures.rounded(phase.perSecond()));
        json.key("errors").value(phase.load().errorsTotal());
        json.key("p50").value(latency.getValueAtPercentile(50));
        json.key("p99").value(latency.getValueAtPercentile(99));
        json.key("p99.9").value(latency.getValueAtPercentile(99.9)).close('}');
    }
}
