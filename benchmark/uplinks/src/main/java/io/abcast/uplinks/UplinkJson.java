package io.abcast.uplinks;

import static io.abcast.report.JsonFigures.rounded;

import io.abcast.command.JsonText;
import io.abcast.report.Environment;
import io.abcast.report.JsonFigures;
import java.util.List;

/**
 * Writes the figures of {@code compare-forest} as JSON, with all runs and the ratios between systems. A figure that the
 * comparison did not measure is null in the JSON.
 */
final class UplinkJson {
    private UplinkJson() {}

    static String document(
            Environment environment, ForestContest contest, List<UplinkOutcome> outcomes) {
        JsonText json = new JsonText().open('{').key("command").value("compare-forest");
        environment.write(json);
        json.key("hosts").value(contest.hosts());
        numbers(json.key("uplinks_bit_per_s"), contest.up());
        numbers(json.key("downlinks_bit_per_s"), contest.down());
        json.key("payload_bytes").value(contest.payloadBytes());
        json.key("warm_s").value(contest.warmSeconds()).key("seconds").value(contest.seconds());
        json.key("runs").open('[');
        for (UplinkOutcome outcome : outcomes) run(json, outcome);
        json.close(']').key("ratios").open('[');
        for (UplinkRatio r : UplinkRatio.of(contest, UplinkCase.of(contest, outcomes))) {
            json.open('{').key("load").value(r.ours().turn().load().name());
            json.key("offered").value(r.ours().turn().offered());
            json.key("disturb").value(r.ours().turn().disturbance().text());
            json.key("system").value(r.ours().turn().system().text());
            json.key("to").value(r.theirs().turn().system().text());
            JsonFigures.ratio(json, "committed", r.ratio());
            json.close('}');
        }
        return json.close(']').close('}').toString();
    }

    private static void run(JsonText json, UplinkOutcome outcome) {
        ForestContest.Turn turn = outcome.turn();
        json.open('{').key("system").value(turn.system().text());
        json.key("load").value(turn.load().name()).key("offered").value(turn.offered());
        json.key("disturb").value(turn.disturbance().text()).key("run").value(turn.run());
        json.key("failure").value(outcome.failure());
        UplinkMeasurement m = outcome.measurement();
        if (m != null) {
            json.key("offered_mbit_per_s").value(rounded(m.offeredBits() / 1e6));
            json.key("planned_mbit_per_s").value(rounded(m.plannedBits() / 1e6));
            json.key("committed_mbit_per_s").value(rounded(m.committedBits() / 1e6));
            json.key("committed_late_mbit_per_s").value(rounded(m.lastBits() / 1e6));
            json.key("recovery_s").value(rounded(m.recoverySeconds()));
            json.key("latency_mean_ms").value(rounded(m.latenciesMicros()[0] / 1e3));
            json.key("latency_p50_ms").value(rounded(m.latenciesMicros()[1] / 1e3));
            json.key("latency_p99_ms").value(rounded(m.latenciesMicros()[2] / 1e3));
            json.key("skipped").value(m.skipped()).key("failed").value(m.failed());
            if (turn.system().planned()) {
                json.key("plans_made").value(m.forest()[HostLog.PLANS]);
                json.key("plans_in_10_s_max").value(m.plansInTenSeconds());
                json.key("bytes_direct").value(m.forest()[HostLog.DIRECT]);
                json.key("bytes_to_relays").value(m.forest()[HostLog.TO_RELAYS]);
                json.key("bytes_relayed").value(m.forest()[HostLog.RELAYED]);
                json.key("bytes_resent").value(m.forest()[HostLog.RESENT]);
                json.key("bytes_fetched").value(m.forest()[HostLog.FETCHED]);
                json.key("rate_error").value(rounded(m.rateError()));
            }
            json.key("hosts_out_bytes").open('[');
            for (long each : m.links().sent()) json.value(each);
            json.close(']').key("hosts_in_bytes").open('[');
            for (long each : m.links().received()) json.value(each);
            json.close(']');
            numbers(json.key("hosts_cpu_s"), m.cpuSeconds());
            json.key("committed_by_second_mbit_per_s").open('[');
            for (double each : m.perSecond()) json.value(rounded(each / 1e6));
            json.close(']');
        }
        json.close('}');
    }

    private static void numbers(JsonText json, double[] of) {
        json.open('[');
        for (double each : of) json.value(rounded(each));
        json.close(']');
    }
}
