package io.abcast.papers.result;

import io.abcast.command.JsonText;
import io.abcast.report.Interval95;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/**
 * A figure that a run of abcast measured, and the figure of the paper if the paper prints one. No two cells of a result
 * have the same row, column and measure.
 *
 * @param measure name of the measured quantity, with its unit
 * @param half half the width of the 95 % confidence interval of abcast's figure; NaN if the figure has no interval
 * @param paper figure of the paper; NaN if the paper prints no figure
 */
public record PaperCell(
        String row, String column, String measure, double ours, double half, double paper) {
    /** Further digits of a double may be rounding errors. */
    private static final MathContext DIGITS = new MathContext(10);

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
     * The figure of abcast minus the figure of the paper, in percent of the paper's figure. The method returns NaN if
     * the paper prints no figure, and an infinite value if only the paper's figure is 0.
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

    String oursText() {
        return Double.isFinite(half) ? number(ours) + " ±" + number(half) : number(ours);
    }

    private static double rounded(double value) {
        if (!Double.isFinite(value)) return value;
        // Return zero in place of -0 or of a value that is only a rounding error.
        if (Math.abs(value) < ROUNDING) return 0;
        return new BigDecimal(value).round(DIGITS).doubleValue();
    }

    /** A figure as text with at most three digits after the decimal point; the text is empty for NaN. */
    public static String number(double value) {
        if (Double.isNaN(value)) return "";
        String text = String.format(Locale.ROOT, "%.3f", value);
        text = text.replaceAll("0+$", "").replaceAll("\\.$", "");
        return text.equals("-0") ? "0" : text;
    }
}
