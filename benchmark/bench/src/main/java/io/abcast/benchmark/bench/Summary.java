package io.abcast.benchmark.bench;

import io.abcast.load.Experiment;
import io.abcast.report.Interval95;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * All runs of one experiment of a sweep.
 *
 * @param runs all runs of the experiment in the order of their numbers, at least one
 */
public record Summary(Experiment experiment, List<RunResult> runs) {
    public static List<Summary> of(List<RunResult> results) {
        Map<Experiment, List<RunResult>> byExperiment = new LinkedHashMap<>();
        for (RunResult result : results)
            byExperiment.computeIfAbsent(result.experiment(), e -> new ArrayList<>()).add(result);
        List<Summary> all = new ArrayList<>();
        byExperiment.forEach((experiment, runs) -> all.add(new Summary(experiment, runs)));
        return all;
    }

    public Interval95 over(ToDoubleFunction<RunResult> figure) {
        return Interval95.of(each(figure));
    }

    /** Values of a figure of the experiment's runs, one value per run. */
    public List<Double> each(ToDoubleFunction<RunResult> figure) {
        return runs.stream().map(figure::applyAsDouble).toList();
    }

    public Interval95 throughput() {
        return over(RunResult::throughput);
    }

    public Interval95 abdeliveries() {
        return over(RunResult::abdeliveriesPerSecond);
    }

    /**
     * Mean time in ms from the receipt of a request (t0) to its delivery (t1) at the receiving server, over the runs.
     */
    public Interval95 abdeliveryMillis() {
        return over(r -> r.abdelivery().getMean() / 1000);
    }

    /** Client latency at a percentile, in ms, as a mean over the runs with its confidence interval. */
    public Interval95 clientMillis(double percentile) {
        return over(r -> r.load().latency().getValueAtPercentile(percentile) / 1000.0);
    }
}
