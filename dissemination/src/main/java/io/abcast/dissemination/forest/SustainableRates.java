package io.abcast.dissemination.forest;

import java.util.Arrays;

/**
 * The first phase of planning (Tan 2019, section 5.1), which finds the site rates R'_i with the largest sum that the
 * links can sustain. Among several solutions with the largest sum, the first phase chooses the fairest: the
 * lexicographic max-min of the shares R'_i / R_i. Such a share is a site's rate divided by its offered load.
 *
 * <p>Tan 2019 solves (5.1)-(5.5) as a linear program, which allows negative site rates R'_i. With R'_i &gt;= 0 and a
 * given sum S of all rates, the only constraints of each site are max(0, S - Cd_i) &lt;= R'_i &lt;= min(Cu_i, R_i). The
 * largest sum S and the max-min rates therefore have closed forms, which are exact, whereas a solver has tolerances.
 */
public final class SustainableRates {
    private static final double ROUNDING = 1e-9;

    private SustainableRates() {}

    /** Whether the links can sustain the whole offered load (conditions of Tan 2019, section 4.2). */
    public static boolean holdsLoad(double[] uplink, double[] downlink, double[] load) {
        int n = load.length;
        double total = sum(load);
        for (int i = 0; i < n; i++)
            if (exceeds(load[i], uplink[i]) || exceeds(allExcept(i, load), downlink[i]))
                return false;
        return !exceeds((n - 1) * total, sum(uplink));
    }

    private static boolean exceeds(double value, double bound) {
        return value > bound + ROUNDING * bound;
    }

    /**
     * Returns the site rates of the first phase of planning. If the links can sustain the whole load, the site rates
     * equal the load.
     *
     * @param uplink uplink of each site, in the unit of {@code load}
     * @param downlink downlink of each site, in the unit of {@code load}
     * @param load offered load R_i of each site
     */
    public static double[] of(double[] uplink, double[] downlink, double[] load) {
        if (holdsLoad(uplink, downlink, load)) return load.clone();
        int n = load.length;
        double[] most = new double[n];
        for (int i = 0; i < n; i++) most[i] = Math.min(uplink[i], load[i]);
        double total = largestTotal(uplink, downlink, most);
        double[] least = new double[n];
        for (int i = 0; i < n; i++) least[i] = Math.min(most[i], Math.max(0, total - downlink[i]));
        return fill(load, least, most, total);
    }

    /**
     * Returns the largest factor t, at most 1, for which the site rates t R_i are sustainable.
     *
     * @param uplink uplink of each site, in the unit of {@code load}
     * @param downlink downlink of each site, in the unit of {@code load}
     * @param load offered load R_i of each site
     */
    public static double largestFactor(double[] uplink, double[] downlink, double[] load) {
        int n = load.length;
        double total = sum(load);
        double t = 1;
        for (int i = 0; i < n; i++) {
            if (load[i] > uplink[i]) t = Math.min(t, uplink[i] / load[i]);
            double received = allExcept(i, load);
            if (received > downlink[i]) t = Math.min(t, downlink[i] / received);
        }
        if ((n - 1) * total > sum(uplink)) t = Math.min(t, sum(uplink) / ((n - 1) * total));
        return t;
    }

    /**
     * Returns the largest factor t of at least 0 for which the site rates R_i + t A_i are sustainable. The factor is 0
     * if the offered load is not sustainable, or if all additions A_i are 0.
     *
     * @param load offered load R_i of each site
     * @param added additional load A_i of each site
     */
    public static double largestAddition(
            double[] uplink, double[] downlink, double[] load, double[] added) {
        int n = load.length;
        if (sum(added) == 0) return 0;
        double t = times(sum(uplink) - (n - 1) * sum(load), (n - 1) * sum(added));
        for (int i = 0; i < n; i++) {
            t = Math.min(t, times(uplink[i] - load[i], added[i]));
            t = Math.min(t, times(downlink[i] - allExcept(i, load), allExcept(i, added)));
        }
        return Math.max(0, t);
    }

    private static double times(double rest, double added) {
        return added == 0 ? Double.MAX_VALUE : rest / added;
    }

    /** Constraints (5.3)-(5.5) of Tan 2019. */
    private static double largestTotal(double[] uplink, double[] downlink, double[] most) {
        int n = most.length;
        double total = sum(most);
        if (n > 1) total = Math.min(total, sum(uplink) / (n - 1));
        for (int i = 0; i < n; i++) total = Math.min(total, downlink[i] + most[i]);
        return Math.min(total, largestByDownlinks(downlink));
    }

    /** The lower bounds max(0, S - Cd_i) of a sum S must add up to at most S; Cd_i is downlink i. */
    private static double largestByDownlinks(double[] downlink) {
        double[] sorted = downlink.clone();
        Arrays.sort(sorted);
        double largest = Double.MAX_VALUE;
        double sum = sorted[0];
        for (int k = 2; k <= sorted.length; k++) {
            sum += sorted[k - 1];
            largest = Math.min(largest, sum / (k - 1));
        }
        return largest;
    }

    /**
     * The returned rates are the lexicographic max-min of R'_i / R_i between the bounds {@code least} and {@code most}.
     */
    private static double[] fill(double[] load, double[] least, double[] most, double total) {
        int n = load.length;
        double[] levels = new double[2 * n + 1];
        int count = 1;
        for (int i = 0; i < n; i++) {
            if (load[i] == 0) continue;
            levels[count++] = least[i] / load[i];
            levels[count++] = most[i] / load[i];
        }
        Arrays.sort(levels, 0, count);
        int above = 0;
        while (above < count - 1 && sum(at(levels[above], load, least, most)) < total) above++;
        if (above == 0) return at(0, load, least, most);
        double low = levels[above - 1];
        double below = sum(at(low, load, least, most));
        double slope = 0;
        for (int i = 0; i < n; i++)
            if (load[i] > 0 && least[i] / load[i] <= low && most[i] / load[i] >= levels[above])
                slope += load[i];
        double level = slope == 0 ? levels[above] : low + (total - below) / slope;
        return at(Math.min(level, levels[above]), load, least, most);
    }

    private static double[] at(double level, double[] load, double[] least, double[] most) {
        double[] rates = new double[load.length];
        for (int i = 0; i < rates.length; i++)
            rates[i] = Math.min(most[i], Math.max(least[i], level * load[i]));
        return rates;
    }

    static double sum(double[] values) {
        double sum = 0;
        for (double each : values) sum += each;
        return sum;
    }

    /** Adding the other values is more exact than subtracting value {@code i} from the total. */
    static double allExcept(int i, double[] values) {
        double sum = 0;
        for (int j = 0; j < values.length; j++) if (j != i) sum += values[j];
        return sum;
    }
}
