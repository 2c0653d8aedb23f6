package io.abcast.papers;

import io.abcast.command.JsonOption;
import io.abcast.papers.cooper.CooperEvaluation;
import io.abcast.papers.cooper.RoundsEvaluation;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code abcast papers cooper}: repeats the evaluation of Liu 2015. */
@Command(
        name = "cooper",
        description = {
            "Liu 2015, Cooper: Expedite Batch Data Dissemination in Computer Clusters with Coded"
                    + " Permutation Gossips.",
            "docs/papers/cooper.md describes the model and where it differs from the thesis."
        })
final class PapersCooperCommand implements Callable<Integer> {
    private static final int NODES_MAX = 10_000;
    private static final int BLOCKS_MAX = 1_024;
    private static final int ROUNDS_RUNS = 20;
    private static final int FIGURE_RUNS = 5;

    @Spec private CommandSpec spec;

    @Option(
            names = "--rounds",
            description =
                    "Run the synchronous model of section 2.1: rounds until all nodes have the file.")
    private boolean rounds;

    @Option(
            names = "--figure",
            split = ",",
            paramLabel = "ID",
            description =
                    "Figures, by their numbers in the thesis: 3.1, 6.3, 6.7, 6.8, 6.10, 6.11,"
                            + " 6.12, 6.13.")
    private List<String> figures = List.of();

    @Option(names = "--all", description = "Every figure.")
    private boolean all;

    @Option(
            names = "--coding-rate",
            paramLabel = "MB/S",
            description =
                    "Speed of multiply-adds of one core in MB/s, for figures 6.x. Default:"
                            + " measured on this host.")
    private double codingRate;

    @Option(
            names = "--nodes",
            split = ",",
            paramLabel = "N",
            defaultValue = "20,50,100,300",
            description =
                    "Numbers of nodes for --rounds, including the source. Default: 20,50,100,300.")
    private List<Integer> nodes;

    @Option(
            names = "--blocks",
            split = ",",
            paramLabel = "K",
            defaultValue = "16,50,200",
            description = "Numbers of blocks of a coding batch for --rounds. Default: 16,50,200.")
    private List<Integer> blocks;

    @Option(
            names = "--runs",
            paramLabel = "R",
            description =
                    "Number of runs of each setting. Default: 20 with --rounds, 5 for"
                            + " figures.")
    private Integer runs;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description = "Seed of the first run. Default: 1.")
    private long seed;

    @Option(
            names = "--variants",
            description =
                    "Add variants to --rounds: paths in place of cycles, recoding from two accumulators, and three"
                            + " batches under each schedule.")
    private boolean variants;

    @Mixin private PapersReport report;

    @Mixin private JsonOption json;

    @Override
    public Integer call() {
        check();
        if (rounds) {
            int count = runs == null ? ROUNDS_RUNS : runs;
            RoundsEvaluation evaluation =
                    RoundsEvaluation.run(nodes, blocks, count, seed, variants, report::progress);
            // The supplier of the HTML page returns an empty text, because {@code checkUsage}
            // refuses {@code --report} together with {@code --rounds}.
            report.tell(json, evaluation::text, evaluation::json, () -> "");
        } else {
            CooperEvaluation evaluation =
                    CooperEvaluation.run(
                            all ? CooperEvaluation.figures() : figures,
                            runs == null ? FIGURE_RUNS : runs,
                            seed,
                            codingRate,
                            report::progress);
            report.tell(json, evaluation::text, evaluation::json, evaluation::html);
        }
        return 0;
    }

    private void check() {
        int asked = (rounds ? 1 : 0) + (all ? 1 : 0) + (figures.isEmpty() ? 0 : 1);
        if (asked != 1) throw wrongUsage("expected one of --rounds, --figure and --all");
        if (rounds && report.wanted()) throw wrongUsage("--report: expected --figure or --all");
        report.check("--figure", figures, CooperEvaluation.figures());
        if (codingRate < 0)
            throw wrongUsage("--coding-rate: expected a positive rate, got " + codingRate);
        for (int n : nodes) within("--nodes", n, 2, NODES_MAX);
        for (int k : blocks) within("--blocks", k, 1, BLOCKS_MAX);
        if (runs != null) within("--runs", runs, 1, Integer.MAX_VALUE);
    }

    private void within(String option, int value, int least, int most) {
        if (value < least || value > most)
            throw wrongUsage(option + ": expected " + least + " to " + most + ", got " + value);
    }

    private ParameterException wrongUsage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
