package io.abcast.papers.forest;

import io.abcast.command.JsonText;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/**
 * A figure of this run, and the figure of the thesis if it prints one. Within a result no two cells have the same row,
 * column and measure.
 *
 * @param measure what is measured, with its unit
 * @param paper NaN if the thesis prints no figure
 */
record ForestCell(String row, String column, String measure, double ours, double paper) {
    /** Digits of a figure in the JSON: fewer than a double has, so that rounding errors are not shown. */
    private static final MathContext DIGITS = new MathContext(10);

    /** Difference of two figures that counts as a rounding error. */
    private static final double ROUNDING = 1e-9;

    ForestCell(String row, String column, String measure, double ours) {
        this(row, column, measure, ours, Double.NaN);
    }

    /**
     * Our figure minus the thesis's, in percent of the thesis's: NaN if the thesis prints no figure, infinite if it
     * prints 0 and ours is another number.
     */
    double differencePercent() {
        double difference = ours - paper;
        return Math.abs(difference) < ROUNDING ? 0 : difference / paper * 100;
    }

    String differenceText() {
        double percent = differencePercent();
        if (Double.isNaN(percent)) return "";
        return Double.isInfinite(percent) ? "not 0" : String.format(Locale.ROOT, "%+.1f", percent);
    }

    JsonText write(JsonText json) {
        json.open('{').key("row").value(row).key("column").value(column);
        json.key("measure").value(measure).key("ours").value(rounded(ours));
        return json.key("paper").value(paper).close('}');
    }

    private static double rounded(double value) {
        if (!Double.isFinite(value)) return value;
        // Zero, and not -0 or a rounding error.
        if (Math.abs(value) < ROUNDING) return 0;
        return new BigDecimal(value).round(DIGITS).doubleValue();
    }

    /** At most three digits after the point; empty for NaN. */
    static String number(double value) {
        if (Double.isNaN(value)) return "";
        String text = String.format(Locale.ROOT, "%.3f", value);
        text = text.replaceAll("0+$", "").replaceAll("\\.$", "");
        return text.equals("-0") ? "0" : text;
    }
}
