package io.abcast.papers;

import io.abcast.command.JsonOption;
import io.abcast.papers.camu.CamuEvaluation;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code abcast papers camu}: repeats the evaluation of Vandevoorde 2018. */
@Command(
        name = "camu",
        description = {
            "Vandevoorde 2018, Hybrid ordering protocol for partially-replicated state machine (CaMu).",
            "docs/papers/camu.md describes the model and where it differs from the thesis."
        })
final class PapersCamuCommand implements Callable<Integer> {
    private static final double SECONDS_MAX = 3_600;
    private static final double MICROS_MAX = 10_000;
    private static final double ROUND_MILLIS_MIN = 0.1;
    private static final double ROUND_MILLIS_MAX = 1_000;

    @Spec private CommandSpec spec;

    @Option(
            names = "--table",
            split = ",",
            paramLabel = "ID",
            description = "Tables, by their numbers in the thesis: 5.1, 5.2, 5.3.")
    private List<String> tables = List.of();

    @Option(
            names = "--figure",
            split = ",",
            paramLabel = "ID",
            description = "Figures, by their numbers in the thesis: 3.3, 5.2 to 5.11.")
    private List<String> figures = List.of();

    @Option(
            names = "--statements",
            description =
                    "Check the statements of section 5.4 of the thesis for the processor times of"
                            + " --costs.")
    private boolean statements;

    @Option(
            names = "--costs",
            split = ",",
            paramLabel = "US",
            defaultValue = "0,1,5,10,20,25,26,28,30,31,40,100",
            description =
                    "Processor times of a message for --statements, in us. Default:"
                            + " ${DEFAULT-VALUE}.")
    private List<Double> costs;

    @Option(
            names = "--delays",
            description =
                    "Delays of CAMU by case: a message takes 1, and a commit of three replicas 2.")
    private boolean delays;

    @Option(names = "--all", description = "All tables and figures.")
    private boolean all;

    @Option(
            names = "--runs",
            paramLabel = "R",
            defaultValue = "4",
            description = "Number of runs of each experiment. Default: 4, as in the thesis.")
    private int runs;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description = "Seed of the first run. Default: 1.")
    private long seed;

    @Option(
            names = "--seconds",
            paramLabel = "T",
            defaultValue = "30",
            description = "Virtual length of a run in s. Default: 30, as in the thesis.")
    private double seconds;

    @Option(
            names = "--message-cpu",
            paramLabel = "US",
            defaultValue = "28",
            description =
                    "Processor time of each sent and each received message in us. Default: 28.")
    private double messageMicros;

    @Option(
            names = "--round",
            paramLabel = "MS",
            description =
                    "Time of a round in ms. Default: as in the thesis, 3 (50 partitions), 5 (100)"
                            + " and 20 (WAN). Figure 5.5 varies it.")
    private Double roundMillis;

    @Option(
            names = "--lmec-after-decided",
            description =
                    "Order of a round of CaMu: it takes the decided operations before it reads its LMEC, as in"
                            + " the example of section 3.3.2. Default: after that, as in Listing 1."
                            + " Figure 3.3 always has the order of the example.")
    private boolean isLmecAfterDecided;

    @Option(
            names = "--decided-at-once",
            description =
                    "Delivery in the row TO as soon as an operation is decided. Default: at the"
                            + " next iteration of its loop, as in section 4.2.")
    private boolean decidesAtOnce;

    @Mixin private PapersReport report;

    @Mixin private JsonOption json;

    @Override
    public Integer call() {
        check();
        CamuEvaluation evaluation =
                new CamuEvaluation(
                        new CamuEvaluation.Settings(
                                runs,
                                seed,
                                seconds,
                                messageMicros,
                                roundMillis,
                                isLmecAfterDecided,
                                decidesAtOnce),
                        report::progress);
        (all ? CamuEvaluation.tables() : tables).forEach(evaluation::addTable);
        (all ? CamuEvaluation.figures() : figures).forEach(evaluation::addFigure);
        if (delays) evaluation.addDelays();
        if (statements) evaluation.addStatements(costs);
        report.tell(json, evaluation::text, evaluation::json, evaluation::html);
        return 0;
    }

    private void check() {
        boolean some = !tables.isEmpty() || !figures.isEmpty() || statements || delays;
        if (all == some)
            throw wrongUsage("expected --table, --figure, --statements, --delays, or --all alone");
        report.check("--table", tables, CamuEvaluation.tables());
        report.check("--figure", figures, CamuEvaluation.figures());
        if (runs < 1) throw wrongUsage("--runs: expected at least 1, got " + runs);
        within("--seconds", seconds, 0.1, SECONDS_MAX);
        within("--message-cpu", messageMicros, 0, MICROS_MAX);
        for (double each : costs) within("--costs", each, 0, MICROS_MAX);
        if (roundMillis != null) within("--round", roundMillis, ROUND_MILLIS_MIN, ROUND_MILLIS_MAX);
    }

    private void within(String option, double value, double least, double most) {
        if (!(value >= least && value <= most))
            throw wrongUsage(option + ": expected " + least + " to " + most + ", got " + value);
    }

    private ParameterException wrongUsage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
