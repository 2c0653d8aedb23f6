package io.abcast.papers;

import io.abcast.command.JsonOption;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code abcast papers}: repeats the evaluations of papers. */
@Command(
        name = "papers",
        description =
                "Regenerate tables and figures of the papers in virtual time, with our figures"
                        + " beside those of the papers.",
        synopsisSubcommandLabel = "zab|omaha|cooper|shallowforest|camu",
        subcommands = {
            PapersCommand.Zab.class,
            PapersOmahaCommand.class,
            PapersCooperCommand.class,
            PapersShallowForestCommand.class,
            PapersCamuCommand.class
        })
final class PapersCommand implements Runnable {
    @Spec private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(), "expected zab, omaha, cooper, shallowforest or camu");
    }

    @Command(
            name = "zab",
            description = {
                "Regenerate the tables of EL-Sanosi 2018, Mechanisms for Improving ZooKeeper Atomic Broadcast"
                        + " Performance.",
                "docs/papers/zab.md describes the model and where it differs from the thesis."
            })
    static final class Zab implements Callable<Integer> {
        @Spec private CommandSpec spec;

        @Option(
                names = "--table",
                split = ",",
                paramLabel = "ID",
                description =
                        "Tables, by their numbers in the thesis; absolute: the absolute figures"
                                + " in the text of the thesis.")
        private List<String> tables = List.of();

        @Option(names = "--all", description = "All tables, and the figures of --report.")
        private boolean all;

        @Option(
                names = "--runs",
                paramLabel = "R",
                defaultValue = "5",
                description = "Number of runs of each experiment. Default: 5; the thesis has 20.")
        private int runs;

        @Option(
                names = "--writes",
                paramLabel = "W",
                defaultValue = "10000",
                description =
                        "Number of measured writes in each run. Default: 10000, as in the"
                                + " thesis.")
        private int writes;

        @Option(
                names = "--seed",
                paramLabel = "S",
                defaultValue = "1",
                description = "Seed of the first run. Default: 1.")
        private long seed;

        @Mixin private PapersReport report;

        @Mixin private JsonOption json;

        @Override
        public Integer call() {
            check();
            Evaluation evaluation =
                    Evaluation.run(
                            all ? Evaluation.tables() : tables,
                            all && report.wanted(),
                            runs,
                            writes,
                            seed,
                            report::progress);
            report.tell(json, evaluation::text, evaluation::json, evaluation::html);
            return 0;
        }

        private void check() {
            if (all == !tables.isEmpty()) throw wrongUsage("expected either --table or --all");
            report.check("--table", tables, Evaluation.tables());
            if (runs < 1) throw wrongUsage("--runs: expected at least 1, got " + runs);
            if (writes < 1) throw wrongUsage("--writes: expected at least 1, got " + writes);
        }

        private ParameterException wrongUsage(String message) {
            return new ParameterException(spec.commandLine(), message);
        }
    }
}
