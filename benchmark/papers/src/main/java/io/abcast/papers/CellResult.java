package io.abcast.papers;

import io.abcast.command.JsonText;
import io.abcast.report.Interval95;

/**
 * A cell of a table that compares a figure of EL-Sanosi 2018 with the figure that abcast measures.
 *
 * @param part part of the thesis table that contains the cell; empty if the table has no parts.
 * @param row row of the cell: write ratio in percent, or number of clients.
 * @param column number of servers.
 * @param ours mean figure of abcast's runs for the cell, with its 95 % confidence interval.
 * @param zabMode fraction of the time that abcast's runs of a variant spent in Zab's mode, 0 to 1.
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

    /** NaN if the thesis (EL-Sanosi 2018) has no number in this cell. */
    double difference() {
        return ours.mean() - paper.value();
    }

    String differenceText() {
        return Double.isNaN(difference()) ? "" : measure.signed(difference());
    }

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
