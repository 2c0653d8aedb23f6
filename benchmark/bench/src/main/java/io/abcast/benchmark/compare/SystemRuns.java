package io.abcast.benchmark.compare;

import io.abcast.load.Experiment;
import io.abcast.load.contest.Measurement;
import io.abcast.load.contest.Outcome;
import io.abcast.report.Interval95;
import io.abcast.report.Ratio;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/**
 * The runs of one system under one load.
 *
 * @param outcomes the outcomes of the runs in their order, at least one
 */
public record SystemRuns(Experiment experiment, List<Outcome> outcomes) {
    /** Groups the outcomes of runs by experiment, in the order in which the experiments first ran. */
    public static List<SystemRuns> of(List<Outcome> outcomes) {
        Map<Experiment, List<Outcome>> byExperiment = new LinkedHashMap<>();
        for (Outcome outcome : outcomes)
            byExperiment.computeIfAbsent(outcome.experiment(), e -> new ArrayList<>()).add(outcome);
        List<SystemRuns> all = new ArrayList<>();
        byExperiment.forEach((experiment, runs) -> all.add(new SystemRuns(experiment, runs)));
        return all;
    }

    public String system() {
        return Outcome.system(experiment);
    }

    /**
     * Text to show instead of the system's figures, "cannot: reason" or "failed: reason"; empty if at least one run was
     * measured.
     */
    public String instead() {
        if (outcomes.stream().anyMatch(o -> o.measurement() != null)) return "";
        Outcome first = outcomes.get(0);
        return first.cannot() != null ? "cannot: " + first.cannot() : "failed: " + first.failure();
    }

    public List<Measurement> measured() {
        return outcomes.stream().map(Outcome::measurement).filter(Objects::nonNull).toList();
    }

    public Interval95 over(ToDoubleFunction<Measurement> figure) {
        return Interval95.of(measured().stream().map(figure::applyAsDouble).toList());
    }

    /** Client latency at a percentile, in ms, with its confidence interval over the runs. */
    public Interval95 millis(double percentile) {
        return over(m -> m.micros(percentile) / 1000);
    }

    /**
     * Divides a figure of this system by the same figure of {@code other}, run by run; empty without a common run
     * number.
     */
    public Ratio to(SystemRuns other, ToDoubleFunction<Measurement> figure) {
        List<Double> values = new ArrayList<>();
        for (Outcome mine : outcomes)
            for (Outcome theirs : other.outcomes)
                if (mine.run() == theirs.run()
                        && mine.measurement() != null
                        && theirs.measurement() != null)
                    values.add(
                            figure.applyAsDouble(mine.measurement())
                                    / figure.applyAsDouble(theirs.measurement()));
        return new Ratio(values);
    }
}
