package io.abcast.papers.result;

import io.abcast.command.JsonText;
import io.abcast.report.Interval95;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/**
 * A figure of this run, and the figure of the thesis if it prints one. The cells of a result differ in their row,
 * column or measure.
 *
 * @param measure name of the measured quantity, with its unit
 * @param half half the width of the 95 % confidence interval of our figure; NaN without such a figure
 * @param paper figure of the thesis; NaN if the thesis prints no figure
 */
public record PaperCell(
        String row, String column, String measure, double ours, double half, double paper) {
    /**
     * Number of significant digits of a figure in the JSON. A double has more digits, but its last ones may be rounding
     * errors.
     */
    private static final MathContext DIGITS = new MathContext(10);

    /** A difference of two figures up to this value counts as a rounding error. */
    private static final double ROUNDING = 1e-9;

    public PaperCell(String row, String column, String measure, double ours) {
        this(row, column, measure, ours, Double.NaN);
    }

    public PaperCell(String row, String column, String measure, double ours, double paper) {
        this(row, column, measure, ours, Double.NaN, paper);
    }

    public PaperCell(String row, String column, String measure, Interval95 ours, double paper) {
        this(row, column, measure, ours.mean(), ours.half(), paper);
    }

    /**
     * Our figure minus the thesis's figure, in percent of the thesis's figure. NaN if the thesis prints no figure.
     * Infinite if the thesis prints 0 and our figure is not 0.
     */
    public double differencePercent() {
        double difference = ours - paper;
        return Math.abs(difference) < ROUNDING ? 0 : difference / paper * 100;
    }

    public String differenceText() {
        double percent = differencePercent();
        if (Double.isNaN(percent)) return "";
        return Double.isInfinite(percent) ? "not 0" : String.format(Locale.ROOT, "%+.1f", percent);
    }

    JsonText write(JsonText json) {
        json.open('{').key("row").value(row).key("column").value(column);
        json.key("measure").value(measure).key("ours").value(rounded(ours));
        if (Double.isFinite(half)) json.key("half").value(rounded(half));
        return json.key("paper").value(paper).close('}');
    }

    /** Our figure, with its interval if it has one. */
    String oursText() {
        return Double.isFinite(half) ? number(ours) + " ±" + number(half) : number(ours);
    }

    private static double rounded(double value) {
        if (!Double.isFinite(value)) return value;
        // Return zero in place of -0 or of a rounding error.
        if (Math.abs(value) < ROUNDING) return 0;
        return new BigDecimal(value).round(DIGITS).doubleValue();
    }

    /** At most three digits after the point; empty for NaN. */
    public static String number(double value) {
        if (Double.isNaN(value)) return "";
        String text = String.format(Locale.ROOT, "%.3f", value);
        text = text.replaceAll("0+$", "").replaceAll("\\.$", "");
        return text.equals("-0") ? "0" : text;
    }
}
