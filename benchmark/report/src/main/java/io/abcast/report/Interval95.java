package io.abcast.report;

import java.util.List;

/**
 * Mean and 95 % confidence interval of independent measurements, by Student's t.
 *
 * @param mean mean of the measurements
 * @param half half the width of the confidence interval of normally distributed measurements; NaN if there is only one
 *     measurement
 */
public record Interval95(double mean, double half) {
    /** Two-sided 95 % quantiles of Student's distribution for 1 to 30 degrees of freedom. */
    private static final double[] T = {
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
        2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056,
        2.052, 2.048, 2.045, 2.042
    };

    public static Interval95 of(List<Double> values) {
        int n = values.size();
        double mean = values.stream().mapToDouble(v -> v).average().orElse(Double.NaN);
        if (n < 2) return new Interval95(mean, Double.NaN);
        double squares = values.stream().mapToDouble(v -> (v - mean) * (v - mean)).sum();
        return new Interval95(mean, t(n - 1) * Math.sqrt(squares / (n - 1) / n));
    }

    /** Beyond the table {@code T}: expansion of Cornish and Fisher, with an error of at most 0.001. */
    static double t(int degrees) {
        if (degrees <= T.length) return T[degrees - 1];
        double z = 1.959964;
        double first = (z * z * z + z) / 4 / degrees;
        double second = (5 * Math.pow(z, 5) + 16 * z * z * z + 3 * z) / 96 / degrees / degrees;
        return z + first + second;
    }
}
