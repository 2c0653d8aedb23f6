package io.abcast.benchmark.papers.omaha;

import io.abcast.benchmark.papers.omaha.Trial.Leaders;
import io.abcast.benchmark.papers.omaha.Trial.Load;
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
import java.util.function.UnaryOperator;

/**
 * A table of the paper: classical Paxos, a load in each row.
 *
 * @param id as the paper numbers it
 * @param title what it is about
 * @param measure that it prints
 * @param columns their names
 * @param rows values as printed, in order of {@link Load}
 */
record PaperTable(
        String id, String title, Measure measure, List<String> columns, List<double[]> rows)
        implements Item {
    static final List<String> IDS = List.of("II", "III", "IV", "V");

    /** What "RTT/4" and the like are, in milliseconds. */
    static final List<Integer> TIMEOUTS = List.of(15, 30, 60, 72);

    /** The probability of tables IV and V, in percent. */
    private static final int STANDARD_PERCENT = 90;

    private static final List<Load> LOADS = List.of(Load.LOW, Load.MEDIUM, Load.HIGH);

    /** @throws IllegalArgumentException if there is none of that name, or it is not as expected */
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
        Measure measure = head[0].equals("latency") ? Measure.LATENCY : Measure.MESSAGES;
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

    private Trial trial(Load load, int column) {
        boolean probabilities = columns.size() == 10;
        return probabilities
                ? Trial.uniform(Algorithm.PAXOS, load, 10 * (column + 1), Arena.RTT_MILLIS)
                : Trial.uniform(Algorithm.PAXOS, load, STANDARD_PERCENT, TIMEOUTS.get(column));
    }

    @Override
    public Result run(Trials trials) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(block(trials, measure, Leaders.TURN, true));
        if (measure == Measure.MESSAGES)
            blocks.add(block(trials, Measure.BYTES, Leaders.TURN, false));
        blocks.add(block(trials, measure, Leaders.RANDOM, true));
        return new Result(name(), title, blocks, List.of());
    }

    private Block block(Trials trials, Measure what, Leaders leaders, boolean printed) {
        UnaryOperator<Trial> with = trial -> trial.with(leaders);
        List<Cell> cells = new ArrayList<>();
        for (int r = 0; r < LOADS.size(); r++)
            for (int c = 0; c < columns.size(); c++)
                cells.add(
                        new Cell(
                                LOADS.get(r).title,
                                columns.get(c),
                                what,
                                leaders,
                                what.of(
                                        trials,
                                        with.apply(trial(LOADS.get(r), c)),
                                        Algorithm.PAXOS),
                                printed ? rows.get(r)[c] : Double.NaN));
        String title =
                what.title
                        + (leaders == Leaders.TURN ? ", leaders in turn" : ", leaders at random");
        return new Block(title, "load", cells);
    }
}
