package io.abcast.benchmark.bench;

import io.abcast.load.Experiment;
import io.abcast.report.Ratio;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;

/**
 * Compares an experiment with the same experiment under the first protocol of the sweep (the baseline), run by run.
 * Changes of the host's speed hardly affect the ratios, because each pair of compared runs is close in time.
 *
 * @param of the experiment that is compared.
 * @param to the same experiment with the first protocol of the sweep; every ratio divides a figure of {@code of} by the
 *     figure of {@code to}.
 * @param throughput ratio of the rates of answered requests.
 * @param abdeliveryLatency ratio of the mean times from receipt to delivery (t1 - t0) at the servers.
 * @param clientP99 ratio of the 99th percentiles of the request latency that the clients measured
 */
public record ProtocolRatios(
        Experiment of, Experiment to, Ratio throughput, Ratio abdeliveryLatency, Ratio clientP99) {

    /**
     * Ratios of all experiments that do not use the first protocol of the sweep; the list is empty if the sweep has
     * only one protocol.
     */
    public static List<ProtocolRatios> all(List<Summary> summaries) {
        List<ProtocolRatios> all = new ArrayList<>();
        for (Summary summary : summaries) {
            Experiment to = summary.experiment().running(summaries.get(0).experiment().protocol());
            if (summary.experiment().equals(to)) continue;
            for (Summary base : summaries)
                if (base.experiment().equals(to)) all.add(of(summary, base));
        }
        return all;
    }

    private static ProtocolRatios of(Summary summary, Summary base) {
        return new ProtocolRatios(
                summary.experiment(),
                base.experiment(),
                ratio(summary, base, RunResult::throughput),
                ratio(summary, base, r -> r.abdelivery().getMean()),
                ratio(summary, base, r -> r.load().latency().getValueAtPercentile(99)));
    }

    private static Ratio ratio(Summary summary, Summary base, ToDoubleFunction<RunResult> figure) {
        return new Ratio(
                pairs(
                        summary,
                        base,
                        (run, other) -> figure.applyAsDouble(run) / figure.applyAsDouble(other)));
    }

    static List<Double> pairs(
            Summary summary, Summary base, ToDoubleBiFunction<RunResult, RunResult> figure) {
        List<Double> values = new ArrayList<>();
        for (RunResult run : summary.runs())
            for (RunResult other : base.runs())
                if (run.run() == other.run()) values.add(figure.applyAsDouble(run, other));
        return values;
    }
}
