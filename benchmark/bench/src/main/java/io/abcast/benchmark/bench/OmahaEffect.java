package io.abcast.benchmark.bench;

import io.abcast.load.Experiment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The messages that OMAHA saves, and the latency that OMAHA adds.
 *
 * @param off the runs without OMAHA
 * @param on the runs with OMAHA
 */
public record OmahaEffect(Summary off, Summary on) {
    /** Returns one comparison for each experiment that was run both with and without OMAHA. */
    public static List<OmahaEffect> all(List<Summary> summaries) {
        List<OmahaEffect> all = new ArrayList<>();
        for (Summary on : summaries) {
            if (!Boolean.TRUE.equals(on.experiment().omaha())) continue;
            Experiment without = on.experiment().over(false);
            for (Summary off : summaries)
                if (off.experiment().equals(without)) all.add(new OmahaEffect(off, on));
        }
        return all;
    }

    /** Mean latency of the requests of a run that the clients measured, in ms. */
    public static double clientMeanMillis(RunResult run) {
        return run.load().latency().getMean() / 1000;
    }

    /** Latency that the clients of a run measured, at a percentile, in ms. */
    public static ToDoubleFunction<RunResult> clientMillis(double percentile) {
        return run -> run.load().latency().getValueAtPercentile(percentile) / 1000.0;
    }

    /** Mean time in ms from the receipt of a request (t0) to its delivery (t1) at the receiving server. */
    public static double abdeliveryMeanMillis(RunResult run) {
        return run.abdelivery().getMean() / 1000;
    }

    /** Time in ms from the receipt of a request (t0) to its delivery (t1) at the receiving server, at a percentile. */
    public static ToDoubleFunction<RunResult> abdeliveryMillis(double percentile) {
        return run -> run.abdelivery().getValueAtPercentile(percentile) / 1000.0;
    }

    /**
     * A figure of the runs with OMAHA minus the same figure of the runs without OMAHA, as one value per pair of runs.
     */
    public List<Double> added(ToDoubleFunction<RunResult> figure) {
        return ProtocolRatios.pairs(
                on, off, (a, b) -> figure.applyAsDouble(a) - figure.applyAsDouble(b));
    }

    /** The result of {@link #added} as a percentage of the figure without OMAHA. */
    public List<Double> addedPercent(ToDoubleFunction<RunResult> figure) {
        return ProtocolRatios.pairs(
                on, off, (a, b) -> 100 * (figure.applyAsDouble(a) / figure.applyAsDouble(b) - 1));
    }

    /**
     * A figure of the runs without OMAHA minus the same figure of the runs with OMAHA, as one value per pair of runs.
     */
    public List<Double> saved(ToDoubleFunction<RunResult> figure) {
        return added(figure).stream().map(d -> -d).toList();
    }

    /** The result of {@link #saved} as a percentage of the figure without OMAHA. */
    public List<Double> savedPercent(ToDoubleFunction<RunResult> figure) {
        return addedPercent(figure).stream().map(d -> -d).toList();
    }
}
