package io.abcast.benchmark.cli;

import io.abcast.benchmark.papers.cooper.RoundsEvaluation;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Liu 2015. */
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
    private static final long SHOW_NANOS = 5_000_000_000L;

    @Spec private CommandSpec spec;

    @Option(
            names = "--rounds",
            description =
                    "The synchronous model of section 2.1: how many rounds until all have it.")
    private boolean rounds;

    @Option(
            names = "--nodes",
            split = ",",
            paramLabel = "N",
            defaultValue = "20,50,100,300",
            description = "Nodes with the source; 20,50,100,300 if absent.")
    private List<Integer> nodes;

    @Option(
            names = "--blocks",
            split = ",",
            paramLabel = "K",
            defaultValue = "16,50,200",
            description = "Blocks of a batch; 16,50,200 if absent.")
    private List<Integer> blocks;

    @Option(
            names = "--runs",
            paramLabel = "R",
            defaultValue = "20",
            description = "Runs of each; 20 if absent.")
    private int runs;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description = "Of the first run; 1 if absent.")
    private long seed;

    @Option(
            names = "--variants",
            description =
                    "Also paths in place of cycles, recoding from two accumulators, and three"
                            + " batches under each schedule.")
    private boolean variants;

    @Mixin private JsonOption json;

    private long shown = System.nanoTime();

    @Override
    public Integer call() {
        check();
        RoundsEvaluation evaluation =
                RoundsEvaluation.run(nodes, blocks, runs, seed, variants, this::progress);
        PrintWriter out = spec.commandLine().getOut();
        if (json.printsText()) out.print(evaluation.text());
        json.write(out, evaluation.json());
        out.flush();
        return 0;
    }

    private void check() {
        if (!rounds) throw wrongUsage("expected --rounds");
        for (int n : nodes) within("--nodes", n, 2, NODES_MAX);
        for (int k : blocks) within("--blocks", k, 1, BLOCKS_MAX);
        within("--runs", runs, 1, Integer.MAX_VALUE);
    }

    private void within(String option, int value, int least, int most) {
        if (value < least || value > most)
            throw wrongUsage(option + ": expected " + least + " to " + most + ", got " + value);
    }

    /** On standard error, so that it never mixes with what was asked for. */
    private void progress(String what) {
        if (System.nanoTime() - shown < SHOW_NANOS) return;
        shown = System.nanoTime();
        PrintWriter err = spec.commandLine().getErr();
        err.println(what);
        err.flush();
    }

    private ParameterException wrongUsage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
