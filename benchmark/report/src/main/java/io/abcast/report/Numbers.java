package io.abcast.report;

import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** Formats numbers for tables. */
public final class Numbers {
    private Numbers() {}

    public static String ratio(Ratio ratio) {
        return spread(ratio.values(), 3);
    }

    /**
     * Formats the mean of a figure over all runs, with its confidence interval and with the smallest and largest value.
     */
    public static String spread(List<Double> runs, int digits) {
        Interval95 interval = Interval95.of(runs);
        String text = number(interval, digits);
        if (runs.size() < 2 || Double.isNaN(interval.mean())) return text;
        String range = " (%." + digits + "f..%." + digits + "f)";
        return text
                + String.format(Locale.ROOT, range, Collections.min(runs), Collections.max(runs));
    }

    public static String percent(double share) {
        return Double.isNaN(share) ? "-" : String.format(Locale.ROOT, "%.0f %%", 100 * share);
    }

    public static String number(Interval95 interval, int digits) {
        if (Double.isNaN(interval.mean()) || Double.isInfinite(interval.mean())) return "-";
        String text = String.format(Locale.ROOT, "%,." + digits + "f", interval.mean());
        // If a negative number rounds to zero, its text must have no sign.
        if (text.matches("-0(\\.0*)?")) text = text.substring(1);
        return Double.isNaN(interval.half())
                ? text
                : text + String.format(Locale.ROOT, " \u00b1%,." + digits + "f", interval.half());
    }
}
