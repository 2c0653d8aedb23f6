package io.abcast.cast.lab;

import io.abcast.report.Interval95;
import io.abcast.report.Numbers;
import io.abcast.report.TextTable;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * The tables that {@code abcast compare-cast} prints at its end. The first table has one line per system and
 * disturbance, with means over their runs. The second table has the ratios between the times of the systems.
 */
public final class CastTable {
    private static final String[] HEADER = {
        "disturbance, system",
        "s",
        "over ideal",
        "complete",
        "median host",
        "bytes in",
        "source out",
        "CPU s/host",
        "machine busy"
    };

    static final String LEGEND =
            "s: seconds from the start until the SHA-256 of the last host was found correct. Over"
                    + " ideal: this time divided by the ideal time. The ideal time is the file's"
                    + " size divided by the rate of a cable; four times as long for slow-host,"
                    + " and one and a half times as long for late. Complete: time until the last"
                    + " host had the whole file, before the check of its SHA-256; median host:"
                    + " time until half of the hosts had a correct SHA-256; both divided by the"
                    + " ideal time. Bytes in: mean number of bytes, with all headers, on the"
                    + " cable to a receiver that must get the file, divided by the file's size."
                    + " Source out: bytes that the source sent, divided by the file's size. CPU:"
                    + " processor time of all programs on the hosts, including preparations."
                    + " Machine busy: share of all processors' time that any program used.";

    private CastTable() {}

    public static String of(List<CastCell> cells, CastPlan plan) {
        String text =
                tables(cells, plan).stream()
                        .map(TextTable::toString)
                        .collect(Collectors.joining(System.lineSeparator()));
        return text
                + String.join(
                        "", instead(cells).stream().map(l -> l + System.lineSeparator()).toList());
    }

    static List<TextTable> tables(List<CastCell> cells, CastPlan plan) {
        List<CastContest> contests = CastContest.all(cells);
        return contests.isEmpty()
                ? List.of(figures(cells, plan))
                : List.of(figures(cells, plan), ratios(contests));
    }

    static List<String> instead(List<CastCell> cells) {
        return cells.stream()
                .filter(cell -> !cell.instead().isEmpty())
                .map(
                        cell ->
                                label(cell)
                                        + " "
                                        + (cell.measured().isEmpty()
                                                ? ""
                                                : cell.outcomes().size()
                                                        - cell.measured().size()
                                                        + " of "
                                                        + cell.outcomes().size()
                                                        + " runs ")
                                        + cell.instead())
                .toList();
    }

    static String label(CastCell cell) {
        return cell.disturbance().text() + ", " + cell.system().text();
    }

    private static TextTable figures(List<CastCell> cells, CastPlan plan) {
        TextTable table = new TextTable(HEADER);
        for (CastCell cell : cells) table.row(row(cell, plan));
        return table;
    }

    private static String[] row(CastCell cell, CastPlan plan) {
        if (cell.measured().isEmpty()) {
            String[] row = new String[HEADER.length];
            Arrays.fill(row, "-");
            row[0] = label(cell);
            row[1] = cell.instead().substring(0, cell.instead().indexOf(':'));
            return row;
        }
        double ideal = plan.idealSeconds(cell.disturbance());
        return new String[] {
            label(cell),
            Numbers.number(cell.over(CastMeasurement::seconds), 1),
            Numbers.number(cell.over(m -> m.seconds() / ideal), 2),
            mean(cell, m -> m.secondsComplete() / ideal, 2),
            mean(cell, m -> m.secondsMedian() / ideal, 2),
            mean(cell, m -> m.receivedOverMinimum(plan.bytes()), 3),
            mean(cell, m -> m.sourceOverSize(plan.bytes()), 2),
            mean(cell, CastMeasurement::cpuSecondsPerHost, 2),
            Numbers.percent(cell.over(CastMeasurement::machineBusy).mean())
        };
    }

    private static String mean(
            CastCell cell, ToDoubleFunction<CastMeasurement> figure, int digits) {
        return Numbers.number(new Interval95(cell.over(figure).mean(), Double.NaN), digits);
    }

    private static TextTable ratios(List<CastContest> contests) {
        TextTable table =
                new TextTable(
                        "time of " + contests.get(0).ours().system().text(), "over that of", "");
        for (CastContest c : contests)
            table.row(
                    c.ours().disturbance().text(),
                    c.theirs().system().text(),
                    Numbers.ratio(c.time()));
        return table;
    }
}
