package io.abcast.papers.omaha;

import io.abcast.report.Interval95;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ToDoubleBiFunction;

/**
 * Runs each trial several times, caches the outcomes, and compares trials with their baselines (trials without
 * holding). The class is not thread-safe.
 */
final class AggregationTrials {
    /** Mahamdi et al., 2023: "The first 100 instances are discarded". */
    static final int DROPPED = 100;

    private final int runs;
    private final int instances;
    private final long seed;
    private final Algorithm.Quorums quorums;
    private final Consumer<Trial> progress;
    private final Map<Trial, List<Tally>> done = new HashMap<>();

    AggregationTrials(
            int runs,
            int instances,
            long seed,
            Algorithm.Quorums quorums,
            Consumer<Trial> progress) {
        this.runs = runs;
        this.instances = instances;
        this.seed = seed;
        this.quorums = quorums;
        this.progress = progress;
    }

    private List<Tally> of(Trial trial) {
        List<Tally> known = done.get(trial);
        if (known != null) return known;
        progress.accept(trial);
        List<Tally> tallies = new ArrayList<>(runs);
        for (int run = 0; run < runs; run++)
            tallies.add(new AggregationArena(trial, quorums, DROPPED, instances, seed + run).run());
        done.put(trial, tallies);
        return tallies;
    }

    Interval95 compare(
            Trial trial,
            Algorithm algorithm,
            ToDoubleBiFunction<AggregationOutcome, AggregationOutcome> figure) {
        List<Tally> baselines = of(trial.baseline());
        List<Tally> tallies = of(trial);
        List<Double> values = new ArrayList<>(runs);
        for (int run = 0; run < runs; run++)
            values.add(
                    figure.applyAsDouble(
                            tallies.get(run).of(algorithm), baselines.get(run).of(algorithm)));
        return Interval95.of(values);
    }

    AggregationOutcome baseline(Trial trial, Algorithm algorithm) {
        return of(trial.baseline()).get(0).of(algorithm);
    }
}
