package io.abcast.papers.omaha;

import io.abcast.command.JsonText;
import io.abcast.command.figures.LoopbackCounters;
import io.abcast.papers.omaha.SocketTrial.Layer;
import io.abcast.report.HtmlPage;
import io.abcast.report.Interval95;
import io.abcast.report.Numbers;
import io.abcast.report.SvgPlot;
import io.abcast.report.TextTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;

/**
 * Measures OMAHA on real sockets, with the bundling of JGroups on and off, and with Nagle's algorithm on and off. The
 * evaluation compares OMAHA with the time-based baseline, with the protocol BATCH2 of JGroups, and with a stack without
 * a layer that holds messages. Savings and costs of run i are relative to run i of the stack without a layer that holds
 * messages.
 */
public final class SocketEvaluation {
    private static final String TITLE = "On sockets: Paxos, high load, leaders in turn";

    private static final int DROPPED = 50;

    /**
     * Warm-up in instances: a controller holds no messages at first, and changes its holding time about every fifty
     * instances.
     */
    private static final int CONTROLLER_DROPPED = 1_000;

    /**
     * With a warm-up of only 200 instances, the instances of the first trial took twice as long as those of the other
     * trials.
     */
    private static final int WARM_UP = 1_000;

    private static final int PROCESSES = 3;

    @SuppressWarnings("ImmutableEnumChecker") // The lambda has no state.
    private enum Change {
        PACKETS("packets saved %", SocketOutcome::packets, -1),
        BYTES("bytes saved %", SocketOutcome::bytes, -1),
        LATENCY("latency added %", SocketOutcome::latencyMillis, 1);

        final String title;
        private final ToDoubleFunction<SocketOutcome> figure;
        private final int sign;

        Change(String title, ToDoubleFunction<SocketOutcome> figure, int sign) {
            this.title = title;
            this.figure = figure;
            this.sign = sign;
        }

        List<Double> of(List<SocketOutcome> runs, List<SocketOutcome> baselines) {
            List<Double> percents = new ArrayList<>();
            for (int run = 0; run < runs.size(); run++) {
                double base = figure.applyAsDouble(baselines.get(run));
                percents.add(sign * 100 * (figure.applyAsDouble(runs.get(run)) / base - 1));
            }
            return percents;
        }
    }

    private final Map<SocketTrial, List<SocketOutcome>> outcomes;
    private final int instances;
    private final int runs;

    SocketEvaluation(Map<SocketTrial, List<SocketOutcome>> outcomes, int instances, int runs) {
        this.outcomes = outcomes;
        this.instances = instances;
        this.runs = runs;
    }

    /** Whether the kernel of this host counts packets and bytes of the loopback interface. */
    public static boolean possible() {
        return !Double.isNaN(LoopbackCounters.read().packets());
    }

    /**
     * @param text text such as {@code on-off}: the first word says whether the bundling of JGroups is on, the second
     *     whether TCP_NODELAY is on
     */
    public static boolean[] mix(String text) {
        return new boolean[] {text.startsWith("on"), text.endsWith("on")};
    }

    /**
     * @param mixes combinations of bundling and TCP_NODELAY to measure
     * @param runs number of runs of each trial; all trials run once before any trial runs again
     * @param progress receives a description of each run before the run begins
     * @throws IOException if a run fails
     */
    public static SocketEvaluation run(
            List<boolean[]> mixes, int instances, int runs, long seed, Consumer<String> progress)
            throws IOException, InterruptedException {
        Map<SocketTrial, List<SocketOutcome>> outcomes = new LinkedHashMap<>();
        try (SocketProcesses processes = new SocketProcesses(PROCESSES)) {
            progress.accept("warm-up");
            processes.run(new SocketTrial(true, true, Layer.NONE), DROPPED, WARM_UP, seed);
            for (int run = 0; run < runs; run++)
                for (SocketTrial trial : trials(mixes)) {
                    progress.accept("run " + (run + 1) + " of " + runs + ": " + trial);
                    boolean controlled = trial.layer() == Layer.CONTROLLED;
                    int dropped = controlled ? CONTROLLER_DROPPED : DROPPED;
                    int counted = instances - DROPPED;
                    outcomes.computeIfAbsent(trial, t -> new ArrayList<>())
                            .add(processes.run(trial, dropped, dropped + counted, seed + run));
                }
        }
        return new SocketEvaluation(outcomes, instances, runs);
    }

    private static List<SocketTrial> trials(List<boolean[]> mixes) {
        List<SocketTrial> trials = new ArrayList<>();
        for (boolean[] mix : mixes)
            for (Layer layer : Layer.values()) trials.add(new SocketTrial(mix[0], mix[1], layer));
        return trials;
    }

    private List<Double> change(SocketTrial trial, Change change) {
        SocketTrial baseline = new SocketTrial(trial.bundling(), trial.noDelay(), Layer.NONE);
        return change.of(outcomes.get(trial), outcomes.get(baseline));
    }

    private Interval95 mean(SocketTrial trial, ToDoubleFunction<SocketOutcome> figure) {
        return Interval95.of(outcomes.get(trial).stream().map(figure::applyAsDouble).toList());
    }

    private Map<String, List<SocketTrial>> mixes() {
        Map<String, List<SocketTrial>> mixes = new LinkedHashMap<>();
        for (SocketTrial trial : outcomes.keySet())
            mixes.computeIfAbsent(trial.mix(), mix -> new ArrayList<>()).add(trial);
        return mixes;
    }

    private TextTable table(List<SocketTrial> trials) {
        TextTable table =
                new TextTable(
                        "layer",
                        "packets",
                        "saved %",
                        "bytes",
                        "saved %",
                        "latency ms",
                        "added %",
                        "p99 ms");
        for (SocketTrial trial : trials)
            table.row(
                    trial.layer().title,
                    Numbers.number(mean(trial, SocketOutcome::packets), 1),
                    changeText(trial, Change.PACKETS),
                    Numbers.number(mean(trial, SocketOutcome::bytes), 0),
                    changeText(trial, Change.BYTES),
                    Numbers.number(mean(trial, SocketOutcome::latencyMillis), 1),
                    changeText(trial, Change.LATENCY),
                    Numbers.number(mean(trial, SocketOutcome::p99Millis), 1));
        return table;
    }

    private String changeText(SocketTrial trial, Change change) {
        return trial.layer() == Layer.NONE ? "" : Numbers.spread(change(trial, change), 1);
    }

    private String conditions() {
        return "Packets and bytes per instance, as the kernel counts them on loopback, its acks included; "
                + runs
                + (runs == 1 ? " run of " : " runs of ")
                + instances
                + " instances, of which the first "
                + DROPPED
                + " are dropped (of the controller's as many count, after "
                + CONTROLLER_DROPPED
                + "); 15 channels in "
                + PROCESSES
                + " processes, 30 ms \u00b1 10 % injected where a message arrives."
                + (runs == 1
                        ? ""
                        : " \u00b1 is the 95 % confidence interval over the runs, their range is in brackets.");
    }

    /** The results of the evaluation as text. */
    public String text() {
        StringBuilder text = new StringBuilder(TITLE).append('\n');
        mixes().forEach(
                        (mix, trials) ->
                                text.append('\n').append(mix).append('\n').append(table(trials)));
        return text + "\n" + conditions() + "\n";
    }

    /** The results of the evaluation as one HTML page, with a plot for each combination of bundling and TCP_NODELAY. */
    public String html() {
        StringBuilder html = new StringBuilder(HtmlPage.paragraph(conditions()));
        mixes().forEach(
                        (mix, trials) ->
                                html.append("<h2>")
                                        .append(HtmlPage.escape(mix))
                                        .append("</h2>\n")
                                        .append(plot(mix, trials))
                                        .append(table(trials).html()));
        return HtmlPage.of(TITLE, html.toString());
    }

    private SvgPlot plot(String mix, List<SocketTrial> trials) {
        SvgPlot plot = new SvgPlot(mix, Change.PACKETS.title, Change.LATENCY.title);
        for (SocketTrial trial : trials) {
            Interval95 saved = Interval95.of(change(trial, Change.PACKETS));
            Interval95 added = Interval95.of(change(trial, Change.LATENCY));
            plot.line(
                    trial.layer().title,
                    List.of(new SvgPlot.Point(saved.mean(), added.mean(), added.half())));
        }
        return plot;
    }

    /** The results of the evaluation as one JSON object: every run, and the means over the runs. */
    public JsonText json() {
        JsonText json = new JsonText().open('{').key("paper").value("omaha");
        json.key("item").value("sockets").key("runs").open('[');
        outcomes.forEach(
                (trial, list) -> {
                    for (int run = 0; run < list.size(); run++)
                        write(json, trial, run + 1, list.get(run));
                });
        json.close(']').key("cells").open('[');
        for (SocketTrial trial : outcomes.keySet())
            if (trial.layer() != Layer.NONE)
                for (Change change : Change.values()) {
                    Interval95 ours = Interval95.of(change(trial, change));
                    json.open('{').key("row").value(trial.layer().title);
                    json.key("column").value(trial.mix()).key("measure").value(change.title);
                    json.key("ours").value(ours.mean()).key("half").value(ours.half());
                    json.key("paper").value(null).close('}');
                }
        return json.close(']').close('}');
    }

    private static void write(JsonText json, SocketTrial trial, int run, SocketOutcome o) {
        json.open('{').key("bundling").value(trial.bundling());
        json.key("tcp_nodelay").value(trial.noDelay());
        json.key("layer").value(trial.layer().title).key("run").value(run);
        json.key("packets_per_instance").value(o.packets());
        json.key("bytes_per_instance").value(o.bytes());
        json.key("latency_ms").value(o.latencyMillis());
        json.key("p99_ms").value(o.p99Millis()).close('}');
    }
}
