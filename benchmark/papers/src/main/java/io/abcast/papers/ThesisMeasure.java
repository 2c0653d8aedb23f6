package io.abcast.papers;

import io.abcast.report.Interval95;
import io.abcast.sim.testbed.TestbedMeasurement;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** The quantities in the tables and figures of EL-Sanosi 2018, which compare the variants of Zab. */
enum ThesisMeasure {
    /**
     * Reduction of latency: (L - Lv) / L, where L is Zab's mean time from receipt to delivery and Lv that of a variant
     * (EL-Sanosi 2018, section 5.1.1).
     */
    LATENCY_IMPROVEMENT("latency improvement %", 1) {
        @Override
        Interval95 of(ThesisTrials trials, ThesisExperiment variant) {
            return improvement(trials, variant, 1, TestbedMeasurement::latencyMillis);
        }
    },
    /** Gain in throughput: (Tv - T) / T, where Tv is a variant's throughput and T that of Zab. */
    THROUGHPUT_IMPROVEMENT("throughput improvement %", 1) {
        @Override
        Interval95 of(ThesisTrials trials, ThesisExperiment variant) {
            return improvement(trials, variant, -1, TestbedMeasurement::throughput);
        }
    },
    ACKS_PER_COMMIT("acks per commit", 3) {
        @Override
        Interval95 of(ThesisTrials trials, ThesisExperiment experiment) {
            return trials.over(experiment, TestbedMeasurement::acksPerCommit);
        }
    },
    COIN("p", 3) {
        @Override
        Interval95 of(ThesisTrials trials, ThesisExperiment experiment) {
            return trials.over(experiment, TestbedMeasurement::coin);
        }
    },
    LATENCY("latency ms", 1) {
        @Override
        Interval95 of(ThesisTrials trials, ThesisExperiment experiment) {
            return trials.over(experiment, TestbedMeasurement::latencyMillis);
        }
    },
    /** Deliveries of one server per second; equal to the rate of abcasts of all clients (docs/papers/zab.md). */
    THROUGHPUT("abdeliveries/s", 0) {
        @Override
        Interval95 of(ThesisTrials trials, ThesisExperiment experiment) {
            return trials.over(experiment, TestbedMeasurement::throughput);
        }
    };

    final String title;
    final int decimals;

    ThesisMeasure(String title, int decimals) {
        this.title = title;
        this.decimals = decimals;
    }

    abstract Interval95 of(ThesisTrials trials, ThesisExperiment experiment);

    boolean compares() {
        return this == LATENCY_IMPROVEMENT || this == THROUGHPUT_IMPROVEMENT;
    }

    Set<ThesisExperiment> needs(ThesisExperiment experiment) {
        Set<ThesisExperiment> all = new LinkedHashSet<>();
        all.add(experiment);
        if (compares()) all.add(experiment.with(ThesisProtocol.ZAB));
        if (experiment.thetaOf() != null) all.add(experiment.thetaOf());
        return all;
    }

    String text(double value) {
        if (Double.isNaN(value)) return "-";
        String text = String.format(Locale.ROOT, "%." + decimals + "f", value);
        return text.matches("-[0.]*") ? text.substring(1) : text;
    }

    String signed(double value) {
        String text = text(value);
        return text.startsWith("-") ? text : "+" + text;
    }

    static ThesisMeasure named(String title) {
        for (ThesisMeasure measure : values()) if (measure.title.equals(title)) return measure;
        throw new IllegalArgumentException(
                "measure: expected one of "
                        + Arrays.stream(values()).map(m -> m.title).collect(Collectors.toList())
                        + ", got "
                        + title);
    }

    private static Interval95 improvement(
            ThesisTrials trials,
            ThesisExperiment variant,
            int sign,
            ToDoubleFunction<TestbedMeasurement> figure) {
        return trials.comparing(
                variant.with(ThesisProtocol.ZAB),
                variant,
                (zab, other) -> {
                    double before = figure.applyAsDouble(zab);
                    return 100 * sign * (before - figure.applyAsDouble(other)) / before;
                });
    }
}
