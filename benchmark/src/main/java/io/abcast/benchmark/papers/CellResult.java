package io.abcast.benchmark.papers;

import io.abcast.benchmark.bench.Interval95;
import io.abcast.benchmark.report.JsonText;
import java.util.Locale;

/**
 * A cell of a table: the thesis's figure and ours.
 *
 * @param part of the table; empty if it has none
 * @param row write ratio or number of clients
 * @param column number of servers
 * @param ours mean of our runs with its interval
 */
record CellResult(
        String part,
        Measure measure,
        int row,
        int column,
        Interval95 ours,
        ThesisTable.Cell paper) {
    String oursText() {
        String mean = number(ours.mean());
        return Double.isNaN(ours.half()) ? mean : mean + " ±" + number(ours.half());
    }

    /** Ours minus the thesis's; empty where the thesis has no number. */
    String differenceText() {
        if (Double.isNaN(paper.value())) return "";
        String text = number(ours.mean() - paper.value());
        return text.startsWith("-") ? text : "+" + text;
    }

    private String number(double value) {
        if (Double.isNaN(value)) return "-";
        String text = String.format(Locale.ROOT, "%." + measure.decimals + "f", value);
        return text.matches("-[0.]*") ? text.substring(1) : text;
    }

    void write(JsonText json) {
        json.open('{')
                .key("part")
                .value(part)
                .key("row")
                .value(Integer.toString(row))
                .key("column")
                .value(Integer.toString(column))
                .key("measure")
                .value(measure.title)
                .key("ours")
                .value(ours.mean())
                .key("ours_half_interval")
                .value(ours.half())
                .key("paper")
                .value(paper.value())
                .close('}');
    }
}
