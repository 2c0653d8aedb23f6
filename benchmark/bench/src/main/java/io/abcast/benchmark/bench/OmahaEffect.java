package io.abcast.benchmark.bench;

import io.abcast.load.Experiment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What OMAHA saves and what it costs: the same experiment with it and without, all else equal, run by run, as {@link ProtocolRatios}
 * sets protocols side by side.
 *
 * @param off the runs without it
 * @param on the runs with it
 */
public record OmahaEffect(Summary off, Summary on) {
    /** Of every experiment that was run both ways. */
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

    /** Mean latency as the clients saw it, ms. */
    public static double clientMeanMillis(RunResult run) {
        return run.load().latency().getMean() / 1000;
    }

    /** The same at a percentile. */
    public static ToDoubleFunction<RunResult> clientMillis(double percentile) {
        return run -> run.load().latency().getValueAtPercentile(percentile) / 1000.0;
    }

    /** Mean t1 - t0 at the server that took the request, ms. */
    public static double abdeliveryMeanMillis(RunResult run) {
        return run.abdelivery().getMean() / 1000;
    }

    /** The same at a percentile. */
    public static ToDoubleFunction<RunResult> abdeliveryMillis(double percentile) {
        return run -> run.abdelivery().getValueAtPercentile(percentile) / 1000.0;
    }

    /** A figure with OMAHA less the same without; one a run. */
    public List<Double> added(ToDoubleFunction<RunResult> figure) {
        return ProtocolRatios.pairs(
                on, off, (a, b) -> figure.applyAsDouble(a) - figure.applyAsDouble(b));
    }

    /** The same as a share of that without. */
    public List<Double> addedPercent(ToDoubleFunction<RunResult> figure) {
        return ProtocolRatios.pairs(
                on, off, (a, b) -> 100 * (figure.applyAsDouble(a) / figure.applyAsDouble(b) - 1));
    }

    /** A figure without OMAHA less the same with it; one a run. */
    public List<Double> saved(ToDoubleFunction<RunResult> figure) {
        return added(figure).stream().map(d -> -d).toList();
    }

    /** The same as a share of that without. */
    public List<Double> savedPercent(ToDoubleFunction<RunResult> figure) {
        return addedPercent(figure).stream().map(d -> -d).toList();
    }
}
