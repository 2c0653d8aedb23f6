package io.abcast.papers;

import io.abcast.command.JsonText;
import io.abcast.report.Interval95;

/**
 * A cell of a table, with the thesis's figure and ours.
 *
 * @param part part of the table; empty if the table has no parts.
 * @param row write ratio or number of clients.
 * @param column number of servers.
 * @param ours mean of our runs with its confidence interval.
 * @param zabMode share of the time that our run of a variant spent in Zab's mode.
 */
record CellResult(
        String part,
        ThesisMeasure measure,
        int row,
        int column,
        Interval95 ours,
        double zabMode,
        ThesisTable.Cell paper) {
    String oursText() {
        String mean = measure.text(ours.mean());
        return Double.isNaN(ours.half()) ? mean : mean + " ±" + measure.text(ours.half());
    }

    /** Our figure minus the thesis's; NaN if the thesis has no number in this cell. */
    double difference() {
        return ours.mean() - paper.value();
    }

    String differenceText() {
        return Double.isNaN(difference()) ? "" : measure.signed(difference());
    }

    /** Percentage of the time spent in Zab's mode; empty if it is close to zero. */
    String zabModeText() {
        long percent = Math.round(100 * zabMode);
        return percent == 0 ? "" : "N=" + column + " " + percent + " %";
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
                .key("zab_mode_share")
                .value(zabMode)
                .key("paper")
                .value(paper.value())
                .close('}');
    }
}
