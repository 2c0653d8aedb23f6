package io.abcast.dissemination.forest;

import java.util.Arrays;

/**
 * The first phase of planning (Tan 2019, section 5.1): the site rates R'_i with the largest sum that the links can
 * sustain. If several rates have the largest sum, the phase chooses the lexicographic max-min of R'_i / R_i. So the
 * shares of their loads that the sites may send are as equal as possible.
 *
 * <p>The thesis solves (5.1)-(5.5) as a linear program, in which R'_i may be negative. With R'_i &gt;= 0 and a given
 * sum S, the only constraints of each site are max(0, S - Cd_i) &lt;= R'_i &lt;= min(Cu_i, R_i). So the largest S, and
 * the max-min rates for that S, have closed forms. Closed forms are exact, whereas a solver has tolerances.
 */
public final class SustainableRates {
    /** Relative excess that counts as a rounding error when a load is compared with capacities. */
    private static final double ROUNDING = 1e-9;

    private SustainableRates() {}

    /** Whether the offered load itself meets the conditions of Tan 2019, section 4.2. */
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
     * Returns the rates of the first phase. If the load is sustainable, the rates equal the load.
     *
     * @param uplink uplink of each site, in the unit of {@code load}
     * @param downlink downlink of each site
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
     * Returns the largest t, at most 1, for which the rates t R_i are sustainable.
     *
     * @param uplink uplink of each site, in the unit of {@code load}
     * @param downlink downlink of each site
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
     * The largest t of at least 0 for which the rates R_i + t A_i are sustainable; 0 if the load is not sustainable, or
     * nothing is added.
     *
     * @param load R_i of each site
     * @param added A_i of each site
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

    /** Returns the largest sum of rates that satisfy the constraints (5.3)-(5.5). */
    private static double largestTotal(double[] uplink, double[] downlink, double[] most) {
        int n = most.length;
        double total = sum(most);
        if (n > 1) total = Math.min(total, sum(uplink) / (n - 1));
        for (int i = 0; i < n; i++) total = Math.min(total, downlink[i] + most[i]);
        return Math.min(total, largestByDownlinks(downlink));
    }

    /**
     * Returns the largest S for which the lower bounds max(0, S - Cd_i) add up to at most S. If exactly the k smallest
     * downlinks are below S, the condition is that (k - 1) S is at most the sum of these k downlinks.
     */
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
     * Raises a common factor t until the rates t R_i, each limited to its bounds, add up to the total. The result is
     * the lexicographic max-min of R'_i / R_i between these bounds.
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

    /**
     * Returns the sum of all values except one. The values are added, because subtracting one value from the total
     * would add a rounding error.
     */
    static double allExcept(int i, double[] values) {
        double sum = 0;
        for (int j = 0; j < values.length; j++) if (j != i) sum += values[j];
        return sum;
    }
}
