package io.abcast.benchmark.papers.omaha;

import io.abcast.benchmark.papers.omaha.SocketTrial.Layer;
import io.abcast.benchmark.report.JsonText;
import io.abcast.benchmark.report.TextTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/**
 * OMAHA on real sockets: with JGroups' own bundling on and off, with Nagle's algorithm on and off, against nothing, the time-based
 * baseline and JGroups' BATCH2.
 */
public final class SocketEvaluation {
    private static final int DROPPED = 50;

    /** Of a run that is for the JVMs to warm up. */
    private static final int WARM_UP = 200;

    /** With five nodes each. */
    private static final int PROCESSES = 3;

    private final Map<SocketTrial, List<SocketOutcome>> outcomes = new LinkedHashMap<>();
    private final int instances;
    private final int runs;

    private SocketEvaluation(int instances, int runs) {
        this.instances = instances;
        this.runs = runs;
    }

    /** Whether the kernel of this host counts what is needed. */
    public static boolean possible() {
        return KernelCounts.known();
    }

    /**
     * @param runs of each trial; all trials once, then all again
     * @param progress told of each run before it begins
     * @throws IOException if one fails
     */
    public static SocketEvaluation run(
            int instances, int runs, long seed, Consumer<String> progress) throws IOException {
        SocketEvaluation evaluation = new SocketEvaluation(instances, runs);
        try (SocketProcesses processes = new SocketProcesses(PROCESSES)) {
            progress.accept("warm-up");
            processes.run(new SocketTrial(true, true, Layer.NONE), DROPPED, WARM_UP, seed);
            for (int run = 0; run < runs; run++)
                for (SocketTrial trial : trials()) {
                    progress.accept("run " + (run + 1) + ": " + trial);
                    evaluation
                            .outcomes
                            .computeIfAbsent(trial, t -> new ArrayList<>())
                            .add(processes.run(trial, DROPPED, instances, seed + run));
                }
        }
        return evaluation;
    }

    private static List<SocketTrial> trials() {
        List<SocketTrial> trials = new ArrayList<>();
        for (boolean bundling : new boolean[] {true, false})
            for (boolean noDelay : new boolean[] {true, false})
                for (Layer layer : Layer.values())
                    trials.add(new SocketTrial(bundling, noDelay, layer));
        return trials;
    }

    private SocketOutcome of(SocketTrial trial) {
        return SocketOutcome.mean(outcomes.get(trial));
    }

    private SocketOutcome baseline(SocketTrial trial) {
        return of(new SocketTrial(trial.bundling(), trial.noDelay(), Layer.NONE));
    }

    /** For people. */
    public String text() {
        StringBuilder text = new StringBuilder("On sockets: Paxos, high load, leaders in turn\n");
        String mix = "";
        TextTable table = null;
        for (SocketTrial trial : outcomes.keySet()) {
            if (!trial.mix().equals(mix)) {
                if (table != null) text.append('\n').append(mix).append('\n').append(table);
                mix = trial.mix();
                table =
                        new TextTable(
                                "layer",
                                "packets",
                                "saved %",
                                "bytes",
                                "saved %",
                                "latency ms",
                                "added %",
                                "p99 ms");
            }
            SocketOutcome o = of(trial);
            SocketOutcome b = baseline(trial);
            table.row(
                    trial.layer().title,
                    number(o.packets()),
                    number(saved(o.packets(), b.packets())),
                    number(o.bytes()),
                    number(saved(o.bytes(), b.bytes())),
                    number(o.latencyMillis()),
                    number(-saved(o.latencyMillis(), b.latencyMillis())),
                    number(o.p99Millis()));
        }
        text.append('\n').append(mix).append('\n').append(table);
        return text
                + "\npackets and bytes per instance, as the kernel counts them on loopback, its acks included; "
                + runs
                + (runs == 1 ? " run of " : " runs of ")
                + instances
                + " instances, of which the first "
                + DROPPED
                + " are dropped; 15 channels in "
                + PROCESSES
                + " processes, 30 ms ± 10 % injected where a message arrives\n";
    }

    private static double saved(double value, double baseline) {
        return 100 * (1 - value / baseline);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    /** One object. */
    public JsonText json() {
        JsonText json = new JsonText().open('{').key("paper").value("omaha");
        json.key("item").value("sockets").key("runs").open('[');
        for (Map.Entry<SocketTrial, List<SocketOutcome>> entry : outcomes.entrySet())
            for (SocketOutcome o : entry.getValue()) {
                SocketTrial trial = entry.getKey();
                json.open('{').key("bundling").value(trial.bundling());
                json.key("tcp_nodelay").value(trial.noDelay());
                json.key("layer").value(trial.layer().title);
                json.key("packets_per_instance").value(o.packets());
                json.key("bytes_per_instance").value(o.bytes());
                json.key("latency_ms").value(o.latencyMillis());
                json.key("p99_ms").value(o.p99Millis()).close('}');
            }
        return json.close(']').close('}');
    }
}
