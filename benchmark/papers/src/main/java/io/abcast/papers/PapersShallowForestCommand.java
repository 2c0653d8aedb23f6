package io.abcast.papers;

import io.abcast.command.JsonOption;
import io.abcast.papers.forest.ForestEvaluation;
import io.abcast.papers.forest.Loads;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code abcast papers shallowforest}: repeats the evaluation of Tan 2019. */
@Command(
        name = "shallowforest",
        description = {
            "Tan 2019, ShallowForest: Optimizing All-to-All Data Transmission in WANs.",
            "docs/papers/shallowforest.md describes the model and where it differs from the thesis."
        })
final class PapersShallowForestCommand implements Callable<Integer> {
    private static final int INSTANCES = 10_000;

    /** In Mbit/s; more than all links of Tan 2019 together can carry. */
    private static final double OFFERED_MAX = 10_000;

    @Spec private CommandSpec spec;

    @Option(
            names = "--table",
            split = ",",
            paramLabel = "ID",
            description =
                    "Tables, by their numbers in the thesis: 3.1, 7.1, 7.2, 7.3; gain: a table of"
                            + " this project with the gains and objectives of the plans.")
    private List<String> tables = List.of();

    @Option(
            names = "--figure",
            split = ",",
            paramLabel = "ID",
            description = "Figures, by their numbers in the thesis: 3.1, 4.2, 7.1, 7.2.")
    private List<String> figures = List.of();

    @Option(
            names = "--theorem",
            description =
                    "Check every constraint of Algorithm 1 and of both linear programs on random instances.")
    private boolean theorem;

    @Option(
            names = "--instances",
            paramLabel = "N",
            description = "Number of random instances for --theorem and --all. Default: 10000.")
    private Integer instances;

    @Option(
            names = "--beyond",
            description =
                    "Compute plans that the thesis does not have: plans for the latency of a"
                            + " quorum, with all trees of height two, and with a capacity for"
                            + " each pair of sites.")
    private boolean beyond;

    @Option(
            names = "--delays",
            description = "Check the message delays of EPaxos, with and without a relay.")
    private boolean delays;

    @Option(
            names = "--offered",
            split = ",",
            paramLabel = "MBIT",
            description =
                    "Offered loads of figures 7.1 and 7.2 in Mbit/s. Default: 75 to 750, and a"
                            + " load near the saturation of direct sending.")
    private List<Double> offered;

    @Option(
            names = "--full",
            description =
                    "Make runs of figures 7.1 and 7.2 as long as those of the thesis: 4 runs of"
                            + " 40 s of warm-up and 20 s of measurement. Takes hours.")
    private boolean full;

    @Option(
            names = "--all",
            description = "All tables and figures, --theorem, --delays and --beyond.")
    private boolean all;

    @Option(
            names = "--loads",
            paramLabel = "printed|zipf",
            defaultValue = "PRINTED",
            description =
                    "Loads of the replicas for plans. printed: the percentages that tables 7.2"
                            + " and 7.3 print. zipf: Zipf's law. Default: printed.")
    private Loads loads;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description = "Seed of all random numbers. Default: 1.")
    private long seed;

    @Mixin private PapersReport report;

    @Mixin private JsonOption json;

    @Override
    public Integer call() {
        check();
        ForestEvaluation evaluation =
                new ForestEvaluation(loads, offered, full, seed, report::progress);
        (all ? ForestEvaluation.tables() : tables).forEach(evaluation::addTable);
        (all ? ForestEvaluation.figures() : figures).forEach(evaluation::addFigure);
        if (all || theorem) evaluation.addTheorem(instances == null ? INSTANCES : instances);
        if (all || delays) evaluation.addDelays();
        if (all || beyond) evaluation.addBeyond();
        report.tell(json, evaluation::text, evaluation::json, evaluation::html);
        return evaluation.holds() ? 0 : 1;
    }

    private void check() {
        boolean some = !tables.isEmpty() || !figures.isEmpty() || theorem || delays || beyond;
        if (all == some)
            throw wrongUsage(
                    "expected --table, --figure, --theorem, --delays, --beyond, or --all alone");
        report.check("--table", tables, ForestEvaluation.tables());
        report.check("--figure", figures, ForestEvaluation.figures());
        if (instances != null && !all && !theorem)
            throw wrongUsage("--instances: expected --theorem or --all beside it");
        boolean runs = all || figures.contains("7.1") || figures.contains("7.2");
        if ((offered != null || full) && !runs)
            throw wrongUsage("--offered, --full: expected --figure 7.1 or 7.2 beside it");
        for (double each : offered == null ? List.<Double>of() : offered)
            if (!(each > 0 && each <= OFFERED_MAX))
                throw wrongUsage(
                        "--offered: expected more than 0, at most "
                                + OFFERED_MAX
                                + ", got "
                                + each);
        if (instances != null && instances < 1)
            throw wrongUsage("--instances: expected at least 1, got " + instances);
    }

    private ParameterException wrongUsage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
