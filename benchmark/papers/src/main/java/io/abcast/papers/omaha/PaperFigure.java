package io.abcast.papers.omaha;

import io.abcast.papers.omaha.Trial.Layer;
import io.abcast.papers.omaha.Trial.Load;
import io.abcast.report.SvgPlot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A figure of Mahamdi et al., 2023, or an additional figure, whose points show the saved messages and the added latency
 * in percent. Mahamdi et al., 2023 print numbers for only a few points of their figures.
 *
 * @param id number of the figure in Mahamdi et al., 2023
 * @param panels panels of the figure; each panel is drawn as a plot
 */
record PaperFigure(String id, String title, List<Panel> panels) implements PaperItem {
    record Panel(String title, Algorithm algorithm, Map<String, Map<String, Trial>> series) {}

    /**
     * Saved messages and added latency, in percent, from tables II and III (last columns) and section IV-G of Mahamdi
     * et al., 2023.
     */
    private static final Map<String, double[]> PRINTED =
            Map.of(
                    "2 Zab RTT 40",
                    new double[] {12.7, 29.1},
                    "7 Zab RTT 40",
                    new double[] {28.5, 6.5},
                    "beyond Low load paper's settings 100",
                    new double[] {5.6, 0.3},
                    "beyond Medium load paper's settings 100",
                    new double[] {14.7, 1.6},
                    "beyond High load paper's settings 100",
                    new double[] {30.2, 5.4});

    static final List<String> IDS = List.of("2", "3", "4", "5", "6", "7", "beyond");

    private static final List<String> TIMEOUT_NAMES = List.of("RTT/4", "RTT/2", "RTT", "1.2RTT");

    private static final List<Load> LOADS = List.of(Load.LOW, Load.MEDIUM, Load.HIGH);

    static PaperFigure of(String id) {
        return switch (id) {
            case "2" -> new PaperFigure(id, "saving and latency, high load", tradeOffs(false));
            case "3" -> adapted(id, Algorithm.PAXOS, 45, 25);
            case "4" -> adapted(id, Algorithm.FBP, 35, 15);
            case "5" -> adapted(id, Algorithm.ZAB, 40, 0);
            case "6" -> new PaperFigure(id, "loss of network messages, Paxos, high load", losses());
            case "7" ->
                    new PaperFigure(
                            id, "all algorithms at the same time, high load", tradeOffs(true));
            case "beyond" ->
                    new PaperFigure(id, "acceptors pledge, critical messages never wait", beyond());
            default -> throw new IllegalArgumentException("no figure " + id);
        };
    }

    private static List<Panel> tradeOffs(boolean mixed) {
        List<Panel> panels = new ArrayList<>();
        for (Algorithm algorithm : Algorithm.values()) {
            Map<String, Map<String, Trial>> series = new LinkedHashMap<>();
            for (int t = 0; t < TIMEOUT_NAMES.size(); t++) {
                Map<String, Trial> points = new LinkedHashMap<>();
                for (int percent = 20; percent <= 100; percent += 20)
                    points.put(Integer.toString(percent), trial(algorithm, percent, t, mixed));
                series.put(TIMEOUT_NAMES.get(t), points);
            }
            Map<String, Trial> timed = new LinkedHashMap<>();
            for (int t = 0; t < TIMEOUT_NAMES.size(); t++)
                timed.put(TIMEOUT_NAMES.get(t), trial(algorithm, 100, t, mixed).with(Layer.TIME));
            series.put("time-based", timed);
            panels.add(new Panel(algorithm.title, algorithm, series));
        }
        return panels;
    }

    private static Trial trial(Algorithm algorithm, int percent, int timeout, boolean mixed) {
        Trial trial =
                Trial.uniform(algorithm, Load.HIGH, percent, PaperTable.TIMEOUTS.get(timeout));
        return mixed ? trial.mixed(List.of(Algorithm.values())) : trial;
    }

    /**
     * Section IV-E of Mahamdi et al., 2023: responses and critical messages have different probabilities of being held.
     */
    private static PaperFigure adapted(
            String id, Algorithm algorithm, int responses, int critical) {
        List<Panel> panels = new ArrayList<>();
        for (Load load : LOADS) {
            Map<String, Trial> uniform = new LinkedHashMap<>();
            for (int percent = 10; percent <= 100; percent += 10)
                uniform.put(
                        Integer.toString(percent),
                        Trial.uniform(algorithm, load, percent, AggregationArena.RTT_MILLIS));
            Trial adapted =
                    Trial.uniform(algorithm, load, 0, AggregationArena.RTT_MILLIS)
                            .probabilities(responses, critical);
            Map<String, Map<String, Trial>> series = new LinkedHashMap<>();
            series.put("one for all", uniform);
            series.put("adapted", Map.of(responses + "/" + critical, adapted));
            panels.add(new Panel(load.title + " load", algorithm, series));
        }
        String title =
                algorithm.title
                        + ", "
                        + responses
                        + " % of responses and "
                        + critical
                        + " % of critical messages";
        return new PaperFigure(id, title, panels);
    }

    private static List<Panel> losses() {
        Map<String, Map<String, Trial>> series = new LinkedHashMap<>();
        for (int loss : new int[] {0, 1, 2, 5, 10}) {
            Map<String, Trial> points = new LinkedHashMap<>();
            for (int percent = 20; percent <= 100; percent += 20)
                points.put(
                        Integer.toString(percent),
                        Trial.uniform(
                                        Algorithm.PAXOS,
                                        Load.HIGH,
                                        percent,
                                        AggregationArena.RTT_MILLIS)
                                .losing(loss));
            series.put(loss + " % lost", points);
        }
        return List.of(new Panel("Paxos", Algorithm.PAXOS, series));
    }

    private static List<Panel> beyond() {
        List<Panel> panels = new ArrayList<>();
        for (Load load : List.of(Load.LOW, Load.MEDIUM, Load.HIGH, Load.STEPS)) {
            Map<String, Trial> paper = new LinkedHashMap<>();
            for (int percent : new int[] {50, 70, 90, 100})
                paper.put(
                        Integer.toString(percent),
                        Trial.uniform(Algorithm.PAXOS, load, percent, AggregationArena.RTT_MILLIS));
            paper.put(
                    "45/25",
                    Trial.uniform(Algorithm.PAXOS, load, 0, AggregationArena.RTT_MILLIS)
                            .probabilities(45, 25));
            Map<String, Trial> acceptors = new LinkedHashMap<>();
            for (int millis : new int[] {2, 4, 6, 8, 12})
                acceptors.put(
                        millis + " ms",
                        Trial.uniform(Algorithm.PAXOS, load, 0, millis)
                                .probabilities(100, 0)
                                .with(Layer.ACCEPTORS));
            Map<String, Trial> controlled = new LinkedHashMap<>();
            for (double bound : new double[] {0.5, 1, 2, 3, 5})
                controlled.put(
                        Trial.percent(bound),
                        Trial.uniform(Algorithm.PAXOS, load, 0, AggregationArena.RTT_MILLIS)
                                .with(Layer.CONTROLLED)
                                .bound(bound));
            Map<String, Map<String, Trial>> series = new LinkedHashMap<>();
            series.put("paper's settings", paper);
            series.put("acceptors pledge", acceptors);
            series.put("bound", controlled);
            panels.add(new Panel(load.title + " load", Algorithm.PAXOS, series));
        }
        return panels;
    }

    @Override
    public String name() {
        return "figure " + id;
    }

    @Override
    public Set<Trial> needs() {
        Set<Trial> all = new LinkedHashSet<>();
        for (Panel panel : panels)
            for (Map<String, Trial> points : panel.series().values())
                for (Trial trial : points.values()) {
                    all.add(trial.baseline());
                    all.add(trial);
                }
        return all;
    }

    @Override
    public Result run(AggregationTrials trials) {
        List<Block> blocks = new ArrayList<>();
        List<SvgPlot> plots = new ArrayList<>();
        for (Panel panel : panels) {
            SvgPlot plot =
                    new SvgPlot(
                            "Figure " + id + ": " + panel.title(),
                            AggregationMeasure.MESSAGES.title,
                            AggregationMeasure.LATENCY.title);
            for (Map.Entry<String, Map<String, Trial>> line : panel.series().entrySet()) {
                String title = panel.title() + ", " + line.getKey();
                List<AggregationCell> cells = new ArrayList<>();
                List<SvgPlot.Point> points = new ArrayList<>();
                line.getValue()
                        .forEach(
                                (name, trial) ->
                                        points.add(
                                                point(
                                                        trials,
                                                        panel,
                                                        line.getKey(),
                                                        name,
                                                        trial,
                                                        cells)));
                blocks.add(new Block(title, "", cells));
                plot.line(line.getKey(), points);
            }
            plots.add(plot);
        }
        return new Result(name(), title, blocks, plots);
    }

    private SvgPlot.Point point(
            AggregationTrials trials,
            Panel panel,
            String line,
            String name,
            Trial trial,
            List<AggregationCell> cells) {
        double[] printed =
                PRINTED.getOrDefault(
                        id + " " + panel.title() + " " + line + " " + name,
                        new double[] {Double.NaN, Double.NaN});
        double[] of = new double[AggregationMeasure.values().length];
        for (AggregationMeasure measure : AggregationMeasure.values()) {
            double paper =
                    switch (measure) {
                        case MESSAGES -> printed[0];
                        case BYTES -> Double.NaN;
                        case LATENCY -> printed[1];
                    };
            AggregationCell cell =
                    new AggregationCell(
                            panel.title() + ", " + line,
                            name,
                            measure,
                            line,
                            panel.algorithm(),
                            trial,
                            measure.of(trials, trial, panel.algorithm()),
                            paper);
            of[measure.ordinal()] = cell.ours().mean();
            cells.add(cell);
        }
        return new SvgPlot.Point(
                of[AggregationMeasure.MESSAGES.ordinal()],
                of[AggregationMeasure.LATENCY.ordinal()],
                Double.NaN,
                name);
    }
}
