package io.abcast.benchmark.papers.omaha;

import io.abcast.benchmark.bench.Interval95;
import io.abcast.benchmark.report.JsonText;
import java.util.Locale;

/**
 * One figure of ours, and the paper's if it prints one.
 *
 * @param row as the paper names it, such as High
 * @param column as the paper names it, such as 100 or RTT/4
 * @param leaders how they were chosen
 * @param paper NaN if it prints none
 */
record Cell(
        String row,
        String column,
        Measure measure,
        Trial.Leaders leaders,
        Interval95 ours,
        double paper) {
    String oursText() {
        return number(ours.mean());
    }

    String paperText() {
        return Double.isNaN(paper) ? "" : number(paper);
    }

    String differenceText() {
        return Double.isNaN(paper) ? "" : String.format(Locale.ROOT, "%+.1f", ours.mean() - paper);
    }

    static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    JsonText write(JsonText json) {
        json.open('{').key("row").value(row).key("column").value(column);
        json.key("measure").value(measure.title);
        json.key("leaders").value(leaders.name().toLowerCase(Locale.ROOT));
        json.key("ours").value(rounded(ours.mean())).key("half").value(rounded(ours.half()));
        return json.key("paper").value(paper).close('}');
    }

    private static double rounded(double value) {
        return Double.isNaN(value) ? value : Math.round(value * 100) / 100.0;
    }
}
