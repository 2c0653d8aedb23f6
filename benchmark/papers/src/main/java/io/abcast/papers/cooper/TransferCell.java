package io.abcast.papers.cooper;

import io.abcast.command.JsonText;
import io.abcast.report.Interval95;
import java.util.Locale;

/**
 * A figure that abcast measured in simulated file transfers, beside the figure that the text of Liu 2015 prints, if
 * any.
 *
 * @param row scheme or system whose transfers the run measured
 * @param column name of the setting
 * @param measure name of the measured quantity, with its unit
 * @param paper figure of Liu 2015; NaN if the thesis has only a plot without numbers, or no figure
 */
record TransferCell(String row, String column, String measure, Interval95 ours, double paper) {
    static TransferCell of(String row, String column, String measure, double ours, double paper) {
        return new TransferCell(row, column, measure, new Interval95(ours, Double.NaN), paper);
    }

    String[] texts() {
        return new String[] {
            row, column, measure, number(ours.mean()), number(ours.half()), number(paper)
        };
    }

    static String number(double value) {
        if (Double.isNaN(value)) return "";
        double size = Math.abs(value);
        String format = size >= 100 ? "%.0f" : size >= 10 || size == 0 ? "%.1f" : "%.3g";
        return String.format(Locale.ROOT, format, value);
    }

    JsonText write(JsonText json) {
        json.open('{').key("row").value(row).key("column").value(column);
        json.key("measure").value(measure).key("ours").value(ours.mean());
        json.key("half").value(ours.half()).key("paper").value(paper);
        return json.close('}');
    }
}
