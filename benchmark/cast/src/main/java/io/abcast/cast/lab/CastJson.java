package io.abcast.cast.lab;

import io.abcast.command.JsonText;
import io.abcast.report.Environment;
import io.abcast.report.JsonFigures;
import java.util.List;

/**
 * Writes the figures of {@code compare-cast} as JSON, with all runs and the ratios between systems. A figure that the
 * comparison did not measure is null in the JSON.
 */
public final class CastJson {
    private CastJson() {}

    /** @param floor throughput of one TCP stream divided by the rate of a cable; NaN if it was not measured */
    public static String document(
            Environment environment, CastPlan plan, double floor, List<CastOutcome> outcomes) {
        JsonText json = new JsonText().open('{').key("command").value("compare-cast");
        environment.write(json);
        json.key("hosts").value(plan.hosts()).key("size_bytes").value(plan.bytes());
        json.key("rate_bit_per_s").value(plan.bitsPerSecond());
        json.key("congestion_control").value(plan.congestionControl());
        json.key("seed").value(plan.seed());
        json.key("one_tcp_stream_over_rate").value(JsonFigures.rounded(floor));
        json.key("runs").open('[');
        for (CastOutcome outcome : outcomes) run(json, outcome, plan);
        json.close(']').key("ratios").open('[');
        for (CastContest contest : CastContest.all(CastCell.of(outcomes))) {
            json.open('{').key("disturb").value(contest.ours().disturbance().text());
            json.key("system").value(contest.ours().system().text());
            json.key("to").value(contest.theirs().system().text());
            JsonFigures.ratio(json, "time", contest.time());
            json.close('}');
        }
        return json.close(']').close('}').toString();
    }

    private static void run(JsonText json, CastOutcome outcome, CastPlan plan) {
        json.open('{').key("system").value(outcome.turn().system().text());
        json.key("disturb").value(outcome.turn().disturbance().text());
        json.key("run").value(outcome.turn().run());
        json.key("cannot").value(outcome.cannot()).key("failure").value(outcome.failure());
        CastMeasurement m = outcome.measurement();
        if (m != null) {
            double ideal = plan.idealSeconds(outcome.turn().disturbance());
            json.key("ideal_s").value(JsonFigures.rounded(ideal));
            json.key("time_s").value(JsonFigures.rounded(m.seconds()));
            json.key("time_over_ideal").value(JsonFigures.rounded(m.seconds() / ideal));
            json.key("complete_s").value(JsonFigures.rounded(m.secondsComplete()));
            json.key("median_host_s").value(JsonFigures.rounded(m.secondsMedian()));
            seconds(json.key("hosts_verified_s"), m.verifiedSeconds());
            seconds(json.key("hosts_complete_s"), m.completeSeconds());
            json.key("received_bytes").value(m.receivedBytes());
            json.key("bytes_over_minimum")
                    .value(JsonFigures.rounded(m.receivedOverMinimum(plan.bytes())));
            json.key("source_sent_bytes").value(m.sourceBytes());
            json.key("sent_bytes").value(m.sentBytes());
            json.key("cpu_s_per_host").value(JsonFigures.rounded(m.cpuSecondsPerHost()));
            json.key("machine_busy").value(JsonFigures.rounded(m.machineBusy()));
            json.key("series").open('[');
            for (CastMeasurement.Point point : m.series())
                json.open('[')
                        .value(JsonFigures.rounded(point.seconds()))
                        .value(JsonFigures.rounded(point.receivedShare()))
                        .close(']');
            json.close(']');
        }
        json.close('}');
    }

    private static void seconds(JsonText json, List<Double> values) {
        json.open('[');
        for (double value : values) json.value(JsonFigures.rounded(value));
        json.close(']');
    }
}
