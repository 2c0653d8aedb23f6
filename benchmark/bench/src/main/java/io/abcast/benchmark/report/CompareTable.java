package io.abcast.benchmark.report;

import io.abcast.benchmark.compare.Contest;
import io.abcast.benchmark.compare.SystemRuns;
import io.abcast.load.Experiment;
import io.abcast.load.contest.Measurement;
import io.abcast.load.contest.Outcome;
import io.abcast.report.Interval95;
import io.abcast.report.Numbers;
import io.abcast.report.TextTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * The tables that {@code abcast compare} prints at its end. The first table has one line per system and load, with
 * means over the runs; the second table has the ratios between systems.
 */
public final class CompareTable {
    private static final String[] FIGURES = {
        "ops/s",
        "p50 ms",
        "p99 ms",
        "p99.9 ms",
        "CPU us/op",
        "bytes/op",
        "packets/op",
        "syncs/s",
        "errors"
    };

    private CompareTable() {}

    public static String of(List<Outcome> outcomes) {
        List<SystemRuns> cells = SystemRuns.of(outcomes);
        String text =
                tables(cells).stream()
                        .map(TextTable::toString)
                        .collect(Collectors.joining(System.lineSeparator()));
        return text
                + String.join(
                        "", cannot(cells).stream().map(l -> l + System.lineSeparator()).toList());
    }

    static List<TextTable> tables(List<SystemRuns> cells) {
        List<Contest> contests = Contest.all(cells);
        return contests.isEmpty()
                ? List.of(figures(cells))
                : List.of(figures(cells), ratios(contests));
    }

    static List<String> cannot(List<SystemRuns> cells) {
        return cells.stream()
                .filter(cell -> !cell.instead().isEmpty())
                .map(cell -> label(cell.experiment()) + " " + cell.instead())
                .toList();
    }

    /** Short text that names the system and the load of an experiment. */
    public static String label(Experiment e) {
        StringBuilder text = new StringBuilder(Outcome.system(e)).append(" n=").append(e.nodes());
        if (!e.load().open() || e.load().rate().isShare())
            text.append(" c=").append(e.load().clients());
        if (e.load().open()) text.append(" rate=").append(e.load().rate());
        if (e.load().spread().multiPercent() > 0)
            text.append(" multi=").append(e.load().spread().multiPercent());
        if (e.attach().equals("embedded")) text.append(" embedded");
        if (e.load().writePercent() < 100) text.append(" wr=").append(e.load().writePercent());
        return text.toString();
    }

    private static TextTable figures(List<SystemRuns> cells) {
        List<String> header = new ArrayList<>(List.of("system and load"));
        header.addAll(Arrays.asList(FIGURES));
        TextTable table = new TextTable(header.toArray(String[]::new));
        for (SystemRuns cell : cells) table.row(row(cell));
        return table;
    }

    private static String[] row(SystemRuns cell) {
        String label = label(cell.experiment());
        if (!cell.instead().isEmpty()) {
            String[] row = new String[FIGURES.length + 1];
            Arrays.fill(row, "-");
            row[0] = label;
            row[1] = cell.instead().substring(0, cell.instead().indexOf(':'));
            return row;
        }
        int servers = cell.experiment().nodes();
        return new String[] {
            label,
            Numbers.number(cell.over(Measurement::throughput), 0),
            Numbers.number(cell.millis(50), 2),
            Numbers.number(cell.millis(99), 2),
            Numbers.number(cell.millis(99.9), 2),
            mean(cell, Measurement::cpuMicrosPerOp, 1),
            mean(cell, Measurement::wireBytesPerOp, 0),
            mean(cell, Measurement::wirePacketsPerOp, 2),
            mean(cell, m -> m.syncsPerSecond(servers), 0),
            mean(cell, m -> m.load().errorsTotal(), 0)
        };
    }

    private static String mean(SystemRuns cell, ToDoubleFunction<Measurement> figure, int digits) {
        return Numbers.number(new Interval95(cell.over(figure).mean(), Double.NaN), digits);
    }

    private static TextTable ratios(List<Contest> contests) {
        TextTable table =
                new TextTable(
                        "times the other's",
                        "of",
                        "ops/s",
                        "p50",
                        "p99",
                        "p99.9",
                        "CPU/op",
                        "bytes/op");
        for (Contest c : contests)
            table.row(
                    label(c.ours().experiment()),
                    c.theirs().system(),
                    Numbers.ratio(c.throughput()),
                    Numbers.ratio(c.latency(50)),
                    Numbers.ratio(c.latency(99)),
                    Numbers.ratio(c.latency(99.9)),
                    Numbers.ratio(c.of(Measurement::cpuMicrosPerOp)),
                    Numbers.ratio(c.of(Measurement::wireBytesPerOp)));
        return table;
    }
}
