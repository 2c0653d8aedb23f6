package io.abcast.papers.forest;

import java.util.Arrays;
import java.util.Locale;

/** The distribution of the offered load over the replicas. */
public enum Loads {
    /**
     * Distribution of the load by the percentages of tables 7.2 and 7.3 of Tan 2019. Some rows of these tables add up
     * to less than 100 percent.
     */
    PRINTED {
        @Override
        public double[] percent(int n, double s) {
            double[] row =
                    n == 5
                            ? ThesisNetwork.BY_SKEWNESS.rows().get(ThesisNetwork.name(s))
                            : s == 1 ? ThesisNetwork.BY_SIZE.rows().get(String.valueOf(n)) : null;
            return row == null ? null : Arrays.copyOf(row, n);
        }
    },

    /** Distribution of the load by Zipf's law: the load of replica k of 1..n is proportional to k^-s. */
    ZIPF {
        @Override
        public double[] percent(int n, double s) {
            double[] percent = new double[n];
            double sum = 0;
            for (int k = 0; k < n; k++) {
                percent[k] = StrictMath.pow(k + 1, -s);
                sum += percent[k];
            }
            for (int k = 0; k < n; k++) percent[k] *= 100 / sum;
            return percent;
        }
    };

    /**
     * The load of each replica as a percentage of the offered load.
     *
     * @param s skewness of the load distribution, at least 0
     * @return one load per replica, in percent of the offered load; {@code null} if Tan 2019 prints no loads for n and
     *     s
     */
    public abstract double[] percent(int n, double s);

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
