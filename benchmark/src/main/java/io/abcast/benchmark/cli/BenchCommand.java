package io.abcast.benchmark.cli;

import io.abcast.benchmark.bench.Plan;
import io.abcast.benchmark.bench.RunResult;
import io.abcast.benchmark.bench.Sweep;
import io.abcast.benchmark.report.BenchJson;
import io.abcast.benchmark.report.BenchTable;
import io.abcast.benchmark.report.Environment;
import io.abcast.benchmark.report.HtmlReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code abcast bench}: starts clusters of real processes, loads them, measures, stops them. */
@Command(
        name = "bench",
        description =
                "Start a cluster of real processes on loopback, load it, measure, stop it. Options that take"
                        + " several values make a sweep.",
        sortOptions = false)
final class BenchCommand implements Callable<Integer> {
    private static final String REPORT_FILE = "report.html";

    @Spec private CommandSpec spec;

    @Mixin private LoadOptions load;

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description = "Write the figures as JSON; - for standard output.")
    private String json;

    @Option(
            names = "--series",
            paramLabel = "FILE",
            description = "Write one JSON line per second of the measurements.")
    private Path series;

    @Option(
            names = "--report",
            paramLabel = "DIR",
            description = "Write DIR/report.html with plots, and keep the servers' logs there.")
    private Path report;

    @Override
    public Integer call() throws InterruptedException {
        Plan plan = load.plan(spec.commandLine());
        checkOutputs();
        Loggers.quiet();
        try {
            return run(plan);
        } catch (IOException e) {
            throw new CommandFailedException(e.getMessage(), e);
        }
    }

    private void checkOutputs() {
        if (report != null)
            Outputs.checkDirectory(spec.commandLine(), "--report", report, REPORT_FILE);
        if (json != null && !json.equals("-"))
            Outputs.checkFile(spec.commandLine(), "--json", Path.of(json));
        if (series != null) Outputs.checkFile(spec.commandLine(), "--series", series);
    }

    private int run(Plan plan) throws IOException, InterruptedException {
        // With JSON on standard output everything else goes beside it.
        PrintWriter out =
                "-".equals(json) ? spec.commandLine().getErr() : spec.commandLine().getOut();
        Environment environment = Environment.here(plan.configs().values(), plan.jvmFlags());
        WorkDirectory work = new WorkDirectory("bench", report, spec.commandLine().getErr());
        List<RunResult> results;
        try (BenchProgress progress = new BenchProgress(out, series)) {
            results = new Sweep(plan, work.path(), progress, work.registry()).run();
        } finally {
            work.end();
        }
        out.println();
        out.print(BenchTable.of(results));
        out.println(load.conditions());
        write(environment, results, out);
        for (RunResult result : results)
            if (result.failure() != null)
                throw new CommandFailedException(
                        result.experiment().label()
                                + ": "
                                + result.failure()
                                + "; logs in "
                                + work.path());
        boolean agreed = results.stream().allMatch(RunResult::agreed);
        if (!agreed)
            throw new CommandFailedException("the servers' states differ; logs in " + work.path());
        work.clean();
        out.flush();
        return 0;
    }

    private void write(Environment environment, List<RunResult> results, PrintWriter out)
            throws IOException {
        if (json != null) {
            String text = BenchJson.document(environment, results) + System.lineSeparator();
            if (json.equals("-")) spec.commandLine().getOut().print(text);
            else Files.writeString(Path.of(json), text);
            spec.commandLine().getOut().flush();
        }
        if (report == null) return;
        Path html = report.resolve(REPORT_FILE);
        Files.writeString(html, new HtmlReport(environment, results).toString());
        out.println("report: " + html);
    }
}
