package io.abcast.papers.omaha;

import io.abcast.papers.omaha.Trial.Leaders;
import io.abcast.papers.omaha.Trial.Load;
import io.abcast.report.Interval95;
import io.abcast.report.SvgPlot;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A table of Mahamdi et al., 2023, which shows classical Paxos with a load in each row.
 *
 * @param id number of the table in Mahamdi et al., 2023, such as II.
 * @param title subject of the table.
 * @param measure measured quantity that the table prints.
 * @param columns names of the columns.
 * @param rows values as printed in the paper, one row for each {@link Load}, in the order of the loads.
 */
record PaperTable(
        String id,
        String title,
        AggregationMeasure measure,
        List<String> columns,
        List<double[]> rows)
        implements PaperItem {
    static final List<String> IDS = List.of("II", "III", "IV", "V");

    /** RTT/4, RTT/2, RTT and 1.2 RTT, in ms. */
    static final List<Integer> TIMEOUTS = List.of(15, 30, 60, 72);

    /** The probability of holding a message in tables IV and V, in percent. */
    private static final int STANDARD_PERCENT = 90;

    private static final List<Load> LOADS = List.of(Load.LOW, Load.MEDIUM, Load.HIGH);

    static PaperTable load(String id) {
        String name = id + ".csv";
        try (InputStream in = PaperTable.class.getResourceAsStream(name)) {
            if (in == null) throw new IllegalArgumentException("no resource " + name);
            return parse(id, new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(name, e);
        }
    }

    private static PaperTable parse(String id, BufferedReader in) throws IOException {
        String title = in.readLine().substring(1).strip();
        String[] head = in.readLine().split(",", -1);
        List<String> columns = List.of(head).subList(1, head.length);
        List<double[]> rows = new ArrayList<>();
        for (Load load : LOADS) {
            String[] fields = in.readLine().split(",", -1);
            if (!fields[0].equals(load.title) || fields.length != head.length)
                throw new IllegalArgumentException(
                        "table "
                                + id
                                + ": expected "
                                + load.title
                                + " and "
                                + columns.size()
                                + " figures, got "
                                + String.join(",", fields));
            double[] row = new double[columns.size()];
            for (int i = 0; i < row.length; i++) row[i] = Double.parseDouble(fields[i + 1]);
            rows.add(row);
        }
        AggregationMeasure measure =
                head[0].equals("latency")
                        ? AggregationMeasure.LATENCY
                        : AggregationMeasure.MESSAGES;
        return new PaperTable(id, title, measure, List.copyOf(columns), List.copyOf(rows));
    }

    @Override
    public String name() {
        return "table " + id;
    }

    @Override
    public Set<Trial> needs() {
        Set<Trial> all = new LinkedHashSet<>();
        for (Leaders leaders : Leaders.values())
            for (Load load : LOADS)
                for (int i = 0; i < columns.size(); i++) {
                    all.add(trial(load, i).with(leaders).baseline());
                    all.add(trial(load, i).with(leaders));
                }
        return all;
    }

    private boolean probabilities() {
        return columns.size() == 10;
    }

    private Trial trial(Load load, int column) {
        return probabilities()
                ? Trial.uniform(
                        Algorithm.PAXOS, load, 10 * (column + 1), AggregationArena.RTT_MILLIS)
                : Trial.uniform(Algorithm.PAXOS, load, STANDARD_PERCENT, TIMEOUTS.get(column));
    }

    @Override
    public Result run(AggregationTrials trials) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(block(trials, measure, Leaders.TURN, true));
        if (measure == AggregationMeasure.MESSAGES)
            blocks.add(block(trials, AggregationMeasure.BYTES, Leaders.TURN, false));
        blocks.add(block(trials, measure, Leaders.RANDOM, true));
        return new Result(name(), title, blocks, List.of(plot(blocks.get(0))));
    }

    Block block(
            AggregationTrials trials, AggregationMeasure what, Leaders leaders, boolean printed) {
        // The title needs a suffix only in the table whose leaders are random; in the main table,
        // the nodes lead one after another.
        String suffix = leaders == Leaders.TURN ? "" : ", leaders at random";
        List<AggregationCell> cells = new ArrayList<>();
        for (int r = 0; r < LOADS.size(); r++)
            for (int c = 0; c < columns.size(); c++) {
                Trial trial = trial(LOADS.get(r), c).with(leaders);
                cells.add(
                        new AggregationCell(
                                LOADS.get(r).title + suffix,
                                columns.get(c),
                                what,
                                "",
                                Algorithm.PAXOS,
                                trial,
                                what.of(trials, trial, Algorithm.PAXOS),
                                printed ? rows.get(r)[c] : Double.NaN));
            }
        return new Block(
                what.title + (suffix.isEmpty() ? ", leaders in turn" : suffix), "load", cells);
    }

    private SvgPlot plot(Block block) {
        String x = probabilities() ? "probability of holding, %" : "timeout";
        SvgPlot plot = new SvgPlot("Table " + id + ": " + block.title(), x, measure.title);
        plot.xLabels(columns);
        for (Load load : LOADS) {
            List<SvgPlot.Point> ours = new ArrayList<>();
            List<SvgPlot.Point> paper = new ArrayList<>();
            for (AggregationCell cell : block.cells())
                if (cell.trial().load() == load) {
                    ours.add(point(ours.size(), cell.ours()));
                    paper.add(new SvgPlot.Point(paper.size(), cell.paper()));
                }
            plot.line(load.title, ours).line(load.title + ", paper", paper);
        }
        return plot;
    }

    private static SvgPlot.Point point(int x, Interval95 ours) {
        return new SvgPlot.Point(x, ours.mean(), ours.half());
    }
}
