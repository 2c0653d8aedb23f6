package io.abcast.papers.omaha;

import io.abcast.command.JsonText;
import io.abcast.report.Interval95;
import java.util.Locale;

/**
 * Our result, and the result that the paper prints, if any. The cells of a table or figure differ in their row, column
 * or measure.
 *
 * @param row name of the row in the paper's table, such as High, or of the line in a plot
 * @param column name of the column in the paper's table, such as 100 or RTT/4, or of the point on a line
 * @param line name of the line of a plot, such as a timeout; empty in tables
 * @param algorithm the algorithm whose instances are counted
 * @param trial the trial in which the instances ran
 * @param paper value that the paper prints; NaN if it prints none
 */
record AggregationCell(
        String row,
        String column,
        AggregationMeasure measure,
        String line,
        Algorithm algorithm,
        Trial trial,
        Interval95 ours,
        double paper) {
    String oursText() {
        return number(ours.mean());
    }

    String paperText() {
        return Double.isNaN(paper) ? "" : number(paper);
    }

    String differenceText() {
        return Double.isNaN(paper) ? "" : String.format(Locale.ROOT, "%+.1f", difference());
    }

    /** Our figure minus the paper's; NaN if the paper prints no figure. */
    double difference() {
        return ours.mean() - paper;
    }

    static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    JsonText write(JsonText json) {
        json.open('{').key("row").value(row).key("column").value(column);
        json.key("measure").value(measure.title);
        json.key("algorithm").value(algorithm.title).key("load").value(trial.load().title);
        json.key("line").value(line);
        json.key("leaders").value(trial.leaders().name().toLowerCase(Locale.ROOT));
        json.key("ours").value(rounded(ours.mean())).key("half").value(rounded(ours.half()));
        return json.key("paper").value(paper).close('}');
    }

    private static double rounded(double value) {
        return Double.isNaN(value) ? value : Math.round(value * 100) / 100.0;
    }
}
