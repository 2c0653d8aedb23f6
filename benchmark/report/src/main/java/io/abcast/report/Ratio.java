package io.abcast.report;

import java.util.List;

/**
 * The ratios of a figure of one system to the same figure of another system, with one ratio per run.
 *
 * @param values ratios, one per run; at least one ratio
 */
public record Ratio(List<Double> values) {
    public Interval95 interval() {
        return Interval95.of(values);
    }

    public double min() {
        return values.stream().mapToDouble(v -> v).min().orElse(Double.NaN);
    }

    public double max() {
        return values.stream().mapToDouble(v -> v).max().orElse(Double.NaN);
    }
}
