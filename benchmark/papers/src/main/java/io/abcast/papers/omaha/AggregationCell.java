package io.abcast.papers.omaha;

import io.abcast.command.JsonText;
import io.abcast.report.Interval95;
import java.util.Locale;

/**
 * A figure that abcast measured, and the figure that Mahamdi et al., 2023 print, if any. No two cells of a table or
 * figure have the same row, column and measure.
 *
 * @param row name of the row in the paper's table, such as High; in a figure, name of the line in the plot
 * @param column name of the column in the paper's table, such as 100 or RTT/4; in a figure, name of the point on the
 *     line
 * @param line name of the plot line of the cell, such as a timeout; empty in tables
 * @param algorithm the algorithm whose instances the cell counts
 * @param trial the trial in which the instances ran
 * @param paper value of the cell that Mahamdi et al., 2023 print; NaN if the paper prints none
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

    /** NaN if the paper (Mahamdi et al., 2023) prints no figure. */
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
