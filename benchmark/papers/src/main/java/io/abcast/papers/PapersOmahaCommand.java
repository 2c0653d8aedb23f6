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

/** {@code abcast papers omaha}: repeats the evaluation of Mahamdi et al., 2023. */
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
            description = "Tables, by their numbers in the paper: II, III, IV, V.")
    private List<String> tables = List.of();

    @Option(
            names = "--figure",
            split = ",",
            paramLabel = "ID",
            description =
                    "Figures: 2 to 7 of the paper, and beyond: a figure of this project in which"
                            + " acceptors pledge and a controller chooses how long messages are"
                            + " held.")
    private List<String> figures = List.of();

    @Option(names = "--all", description = "All tables and figures.")
    private boolean all;

    @Option(
            names = "--sockets",
            description =
                    "Run fifteen JGroups channels in three processes on loopback, instead of the"
                            + " simulation. The kernel counts the packets, so no other program"
                            + " may use loopback meanwhile.")
    private boolean sockets;

    @Option(
            names = "--mix",
            split = ",",
            paramLabel = "MIX",
            description =
                    "Settings for --sockets, each with JGroups' bundling and then TCP_NODELAY:"
                            + " on-on, on-off, off-on, off-off. Default: all four.")
    private List<String> mixes = List.of();

    @Option(
            names = "--runs",
            paramLabel = "R",
            description =
                    "Number of runs of each trial. Default: 3; with --sockets 1, because one run"
                            + " of all trials takes some minutes.")
    private Integer runs;

    @Option(
            names = "--instances",
            paramLabel = "I",
            description =
                    "Number of instances of a run, of which the first 100 are the warm-up; with"
                            + " --sockets the first 50. Default: 3000, as in the paper; with"
                            + " --sockets 300.")
    private Integer instances;

    @Option(
            names = "--safe-quorums",
            description =
                    "Use quorums with which Fast Paxos and Fast Byzantine Paxos are safe under"
                            + " faults; with the paper's quorums they are not.")
    private boolean safe;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description = "Seed of the first run. Default: 1.")
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
                    "--sockets: expected a kernel that counts packets of the loopback in /proc/net");
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
        report.check("--table", tables, OmahaEvaluation.tables());
        report.check("--figure", figures, OmahaEvaluation.figures());
    }

    private void checkSockets() {
        if (all || !tables.isEmpty() || !figures.isEmpty())
            throw wrongUsage("--sockets: expected no table or figure beside it");
        report.check("--mix", mixes, MIXES);
        if (safe)
            throw wrongUsage(
                    "--safe-quorums: expected no --sockets beside it, which runs only Paxos: its quorum is a"
                            + " majority, and safe");
    }

    private ParameterException wrongUsage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
