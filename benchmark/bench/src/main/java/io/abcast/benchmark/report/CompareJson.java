package io.abcast.benchmark.report;

import io.abcast.benchmark.compare.Contest;
import io.abcast.benchmark.compare.SystemRuns;
import io.abcast.command.JsonText;
import io.abcast.command.figures.TcpConnections;
import io.abcast.load.LoadFigures;
import io.abcast.load.contest.Measurement;
import io.abcast.load.contest.Outcome;
import io.abcast.report.Environment;
import io.abcast.report.JsonFigures;
import java.util.List;
import java.util.Map;

/**
 * Writes the figures of {@code abcast compare} as JSON, with the same keys as {@link BenchJson}. A figure that {@code
 * abcast compare} does not measure is null.
 */
public final class CompareJson {
    private static final List<String> OF_BENCH =
            List.of(
                    "abdeliveries_per_s",
                    "abdelivery_latency_us",
                    "messages_per_abcast",
                    "leader_in_per_abcast",
                    "leader_out_per_abcast",
                    "acks_per_commit",
                    "coin_p",
                    "switches");

    private CompareJson() {}

    /**
     * @param ownNetwork whether each run had a network namespace of Linux of its own
     * @param keep whether servers kept running between two runs, if their system supports this
     * @param versions versions of the systems, by name; systems with unknown versions are absent
     * @param notes sentences about the systems for readers, by name of the system
     */
    public static String document(
            Environment environment,
            boolean ownNetwork,
            boolean keep,
            Map<String, String> versions,
            Map<String, String> notes,
            List<Outcome> outcomes) {
        JsonText json = new JsonText().open('{').key("command").value("compare");
        environment.write(json);
        json.key("own_network").value(ownNetwork);
        json.key("servers_live_on").value(keep);
        json.key("versions").open('{');
        versions.forEach((system, version) -> json.key(system).value(version));
        json.close('}').key("notes").open('{');
        notes.forEach((system, note) -> json.key(system).value(note));
        json.close('}');
        json.key("runs").open('[');
        for (Outcome outcome : outcomes) run(json, outcome);
        json.close(']').key("ratios").open('[');
        for (Contest contest : Contest.all(SystemRuns.of(outcomes))) ratios(json, contest);
        return json.close(']').close('}').toString();
    }

    private static void run(JsonText json, Outcome outcome) {
        json.open('{');
        BenchJson.experiment(json, outcome.experiment());
        json.key("run").value(outcome.run());
        json.key("cannot").value(outcome.cannot()).key("failure").value(outcome.failure());
        if (outcome.measurement() != null) {
            measurement(json, outcome.measurement(), outcome.experiment().nodes());
            if (outcome.experiment().load().spread().wanted()) {
                LoadFigures load = outcome.measurement().load();
                BenchJson.latency(json.key("single_latency_us"), load.singleLatency());
                BenchJson.latency(json.key("multi_latency_us"), load.multiLatency());
            }
        }
        json.close('}');
    }

    private static void measurement(JsonText json, Measurement m, int servers) {
        json.key("warmup_s").value(JsonFigures.rounded(m.warmupSeconds()));
        json.key("duration_s").value(JsonFigures.rounded(m.seconds()));
        json.key("throughput_ops_per_s").value(JsonFigures.rounded(m.throughput()));
        json.key("writes_per_s").value(JsonFigures.rounded(m.load().writes() / m.seconds()));
        json.key("errors").value(m.load().errorsTotal());
        json.key("error_kinds").value(m.load().errorText());
        BenchJson.latency(json.key("client_latency_us"), m.load().latency());
        for (String key : OF_BENCH) json.key(key).value(null);
        json.key("server_cpu_us_per_op").value(JsonFigures.rounded(m.cpuMicrosPerOp()));
        json.key("wire_bytes_per_op").value(JsonFigures.rounded(m.wireBytesPerOp()));
        json.key("wire_packets_per_op").value(JsonFigures.rounded(m.wirePacketsPerOp()));
        json.key("syncs_per_s").value(JsonFigures.rounded(m.syncsPerSecond(servers)));
        json.key("tcp_connections_seen")
                .value(m.connections() == TcpConnections.UNKNOWN ? null : m.connections());
        json.key("schedule_lag_us_max").value(m.load().lagMicrosMax());
        json.key("state_checked").value(m.violation().isEmpty());
        json.key("violation").value(m.violation().isEmpty() ? null : m.violation());
    }

    private static void ratios(JsonText json, Contest contest) {
        json.open('{');
        BenchJson.experiment(json, contest.ours().experiment());
        json.key("to").value(contest.theirs().system());
        JsonFigures.ratio(json, "throughput", contest.throughput());
        JsonFigures.ratio(json, "client_p50", contest.latency(50));
        JsonFigures.ratio(json, "client_p99", contest.latency(99));
        JsonFigures.ratio(json, "client_p99.9", contest.latency(99.9));
        JsonFigures.ratio(json, "server_cpu_us_per_op", contest.of(Measurement::cpuMicrosPerOp));
        JsonFigures.ratio(json, "wire_bytes_per_op", contest.of(Measurement::wireBytesPerOp));
        JsonFigures.ratio(json, "wire_packets_per_op", contest.of(Measurement::wirePacketsPerOp));
        json.close('}');
    }
}
