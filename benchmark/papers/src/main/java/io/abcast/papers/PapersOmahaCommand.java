package io.abcast.papers;

import io.abcast.command.CommandFailedException;
import io.abcast.command.JsonOption;
import io.abcast.papers.omaha.OmahaEvaluation;
import io.abcast.papers.omaha.SocketEvaluation;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Mahamdi et al. 2023. */
@Command(
        name = "omaha",
        description = {
            "Mahamdi et al. 2023, OMAHA: Opportunistic Message Aggregation for pHase-based Algorithms.",
            "docs/papers/omaha.md describes the model and where it differs from the paper."
        })
final class PapersOmahaCommand implements Callable<Integer> {
    private static final int INSTANCES_MIN = 200;
    private static final int RUNS = 3;
    private static final int INSTANCES = 3_000;
    private static final List<String> MIXES = List.of("on-on", "on-off", "off-on", "off-off");
    private static final int SOCKET_RUNS = 1;
    private static final int SOCKET_INSTANCES = 300;

    @Spec private CommandSpec spec;

    @Option(
            names = "--table",
            split = ",",
            paramLabel = "ID",
            description = "Which tables, as the paper numbers them: II, III, IV, V.")
    private List<String> tables = List.of();

    @Option(
            names = "--figure",
            split = ",",
            paramLabel = "ID",
            description =
                    "Which figures: 2 to 7, and beyond: where acceptors pledge and a controller chooses.")
    private List<String> figures = List.of();

    @Option(names = "--all", description = "Every table and figure.")
    private boolean all;

    @Option(
            names = "--sockets",
            description =
                    "Instead: fifteen JGroups channels in three processes on loopback, with packets counted by the kernel. Nothing"
                            + " else may use loopback meanwhile.")
    private boolean sockets;

    @Option(
            names = "--mix",
            split = ",",
            paramLabel = "MIX",
            description =
                    "With --sockets: JGroups' bundling, then TCP_NODELAY: on-on, on-off, off-on, off-off; all four if absent.")
    private List<String> mixes = List.of();

    @Option(
            names = "--runs",
            paramLabel = "R",
            description =
                    "Runs of each trial; 3 if absent, 1 with --sockets, where a run of all takes some minutes.")
    private Integer runs;

    @Option(
            names = "--instances",
            paramLabel = "I",
            description =
                    "Instances at whose end a run ends, 100 to warm up included; 3000 if absent, as in the paper. With"
                            + " --sockets 300, 50 of them to warm up.")
    private Integer instances;

    @Option(
            names = "--safe-quorums",
            description =
                    "With quorums that keep Fast Paxos and Fast Byzantine Paxos safe under faults; the paper's do not.")
    private boolean safe;

    @Option(names = "--seed", paramLabel = "S", defaultValue = "1", description = "1 if absent.")
    private long seed;

    @Mixin private PapersReport report;

    @Mixin private JsonOption json;

    @Override
    public Integer call() throws Exception {
        check();
        if (sockets) return onSockets();
        OmahaEvaluation evaluation =
                OmahaEvaluation.run(
                        all ? OmahaEvaluation.tables() : tables,
                        all ? OmahaEvaluation.figures() : figures,
                        runs == null ? RUNS : runs,
                        instances == null ? INSTANCES : instances,
                        seed,
                        safe,
                        report::progress);
        report.tell(json, evaluation::text, evaluation::json, evaluation::html);
        return 0;
    }

    private int onSockets() throws Exception {
        if (!SocketEvaluation.possible())
            throw new CommandFailedException(
                    "--sockets: the kernel of this host tells nothing in /proc/net");
        PrintWriter err = spec.commandLine().getErr();
        SocketEvaluation evaluation =
                SocketEvaluation.run(
                        (mixes.isEmpty() ? MIXES : mixes)
                                .stream().map(SocketEvaluation::mix).toList(),
                        instances == null ? SOCKET_INSTANCES : instances,
                        runs == null ? SOCKET_RUNS : runs,
                        seed,
                        what -> {
                            err.println(what);
                            err.flush();
                        });
        report.tell(json, evaluation::text, evaluation::json, evaluation::html);
        return 0;
    }

    private void check() {
        if (instances != null && instances < INSTANCES_MIN)
            throw wrongUsage(
                    "--instances: expected at least " + INSTANCES_MIN + ", got " + instances);
        if (runs != null && runs < 1) throw wrongUsage("--runs: expected at least 1, got " + runs);
        tables = tables.stream().map(id -> id.toUpperCase(Locale.ROOT)).toList();
        figures = figures.stream().map(id -> id.toLowerCase(Locale.ROOT)).toList();
        if (sockets) {
            checkSockets();
            return;
        }
        if (!mixes.isEmpty()) throw wrongUsage("--mix: expected --sockets beside it");
        if (all == !(tables.isEmpty() && figures.isEmpty()))
            throw wrongUsage("expected either --table and --figure or --all");
        check("--table", tables, OmahaEvaluation.tables());
        check("--figure", figures, OmahaEvaluation.figures());
    }

    private void checkSockets() {
        if (all || !tables.isEmpty() || !figures.isEmpty())
            throw wrongUsage("--sockets: expected no table or figure beside it");
        check("--mix", mixes, MIXES);
        if (safe)
            throw wrongUsage(
                    "--safe-quorums: expected no --sockets beside it, which runs Paxos alone: its quorum is a majority, and"
                            + " safe");
    }

    private void check(String option, List<String> ids, List<String> known) {
        for (String id : ids)
            if (!known.contains(id))
                throw wrongUsage(
                        option + " " + id + ": expected one of " + String.join(", ", known));
    }

    private ParameterException wrongUsage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
