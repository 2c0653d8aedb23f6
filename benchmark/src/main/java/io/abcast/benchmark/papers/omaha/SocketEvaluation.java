package io.abcast.benchmark.papers.omaha;

import io.abcast.benchmark.papers.omaha.SocketTrial.Layer;
import io.abcast.benchmark.report.JsonText;
import io.abcast.benchmark.report.TextTable;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/**
 * OMAHA on real sockets: with JGroups' own bundling on and off, with Nagle's algorithm on and off, against nothing, the time-based
 * baseline and JGroups' BATCH2.
 */
public final class SocketEvaluation {
    private static final int DROPPED = 50;

    /** Of one run. */
    private static final int LIMIT_SECONDS = 120;

    private final Map<SocketTrial, SocketOutcome> outcomes = new LinkedHashMap<>();
    private final int instances;

    private SocketEvaluation(int instances) {
        this.instances = instances;
    }

    /** Whether the kernel of this host counts what is needed. */
    public static boolean possible() {
        return KernelCounts.known();
    }

    /**
     * @param progress told of each run before it begins
     * @throws Exception if one fails
     */
    public static SocketEvaluation run(int instances, long seed, Consumer<String> progress)
            throws Exception {
        SocketEvaluation evaluation = new SocketEvaluation(instances);
        for (boolean bundling : new boolean[] {true, false})
            for (boolean noDelay : new boolean[] {true, false})
                for (Layer layer : Layer.values()) {
                    SocketTrial trial = new SocketTrial(bundling, noDelay, layer);
                    progress.accept(trial.toString());
                    try (SocketArena arena = new SocketArena(trial, DROPPED, instances, seed)) {
                        evaluation.outcomes.put(trial, arena.run(LIMIT_SECONDS));
                    }
                }
        return evaluation;
    }

    private SocketOutcome baseline(SocketTrial trial) {
        return outcomes.get(new SocketTrial(trial.bundling(), trial.noDelay(), Layer.NONE));
    }

    /** For people. */
    public String text() {
        StringBuilder text = new StringBuilder("On sockets: Paxos, high load, leaders in turn\n");
        String mix = "";
        TextTable table = null;
        for (Map.Entry<SocketTrial, SocketOutcome> run : outcomes.entrySet()) {
            SocketTrial trial = run.getKey();
            if (!trial.mix().equals(mix)) {
                if (table != null) text.append('\n').append(mix).append('\n').append(table);
                mix = trial.mix();
                table =
                        new TextTable(
                                "layer",
                                "segments",
                                "saved %",
                                "bytes",
                                "saved %",
                                "latency ms",
                                "added %",
                                "p99 ms");
            }
            SocketOutcome o = run.getValue();
            SocketOutcome b = baseline(trial);
            table.row(
                    trial.layer().title,
                    number(o.segments()),
                    number(saved(o.segments(), b.segments())),
                    number(o.bytes()),
                    number(saved(o.bytes(), b.bytes())),
                    number(o.latencyMillis()),
                    number(-saved(o.latencyMillis(), b.latencyMillis())),
                    number(o.p99Millis()));
        }
        text.append('\n').append(mix).append('\n').append(table);
        return text
                + "\nsegments and bytes per instance, as the kernel counts them on loopback, its acks included; "
                + instances
                + " instances each of which the first "
                + DROPPED
                + " are dropped; 15 channels in one process, 30 ms ± 10 % injected where a message arrives\n";
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
        outcomes.forEach(
                (trial, o) -> {
                    json.open('{').key("bundling").value(trial.bundling());
                    json.key("tcp_nodelay").value(trial.noDelay());
                    json.key("layer").value(trial.layer().title);
                    json.key("segments_per_instance").value(o.segments());
                    json.key("bytes_per_instance").value(o.bytes());
                    json.key("latency_ms").value(o.latencyMillis());
                    json.key("p99_ms").value(o.p99Millis()).close('}');
                });
        return json.close(']').close('}');
    }
}
