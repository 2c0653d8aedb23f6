package io.abcast.benchmark.command;

import io.abcast.benchmark.compare.StoreRun;
import io.abcast.command.CommandFailedException;
import io.abcast.command.MeasurementOutput;
import io.abcast.command.Terminal;
import io.abcast.command.WorkDirectory;
import io.abcast.command.process.Directories;
import io.abcast.report.Environment;
import io.abcast.report.TextTable;
import io.abcast.workloads.process.StoreBench;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** Runs the systems of a comparison with the transactional store alternately, and reports their figures. */
final class StoreComparison {
    private final Function<Path, List<StoreRun>> plan;
    private final String conditions;
    private final MeasurementOutput output;
    private final PrintWriter out;
    private final PrintWriter err;
    private final boolean terminal = Terminal.interactive();

    StoreComparison(
            Function<Path, List<StoreRun>> plan,
            String conditions,
            MeasurementOutput output,
            PrintWriter err) {
        this.plan = plan;
        this.conditions = conditions;
        this.output = output;
        this.err = err;
        out = output.text();
    }

    int run() throws IOException, InterruptedException {
        WorkDirectory work = new WorkDirectory("compare", output.directory(), err);
        List<StoreRun> runs = plan.apply(work.path());
        List<StoreRun> done = new ArrayList<>();
        try {
            for (StoreRun each : runs) {
                String prefix =
                        "[%d/%d] %s run %d  "
                                .formatted(done.size() + 1, runs.size(), each.label(), each.run());
                StoreRun measured = run(each, prefix);
                done.add(measured);
                say(prefix + text(measured));
            }
        } finally {
            work.end();
        }
        StoreCompareReport report = new StoreCompareReport(done);
        out.println();
        done.stream()
                .filter(each -> each.result() != null)
                .map(each -> each.result().description())
                .distinct()
                .forEach(out::println);
        for (TextTable table : report.tables()) out.println(table);
        out.println(conditions);
        StoreBench.Settings first = runs.get(0).settings();
        Environment environment = Environment.here(List.of(first.config()), first.jvmFlags());
        output.write(() -> report.json(environment), () -> report.page(conditions));
        out.flush();
        List<String> problems = report.problems();
        if (!problems.isEmpty())
            throw new CommandFailedException(
                    String.join("; ", problems) + "; logs in " + work.path());
        work.clean();
        return 0;
    }

    /** If the system of the run fails, the result records the failure, and the comparison continues. */
    private StoreRun run(StoreRun run, String prefix) throws IOException, InterruptedException {
        try {
            StoreBench.Result result =
                    new StoreBench(run.settings(), step -> passing(prefix + step)).run();
            // Delete the data of this run, because the data of all runs together may not fit on the
            // disk.
            if (result.holds()) Directories.delete(run.settings().directory());
            return run.measured(result);
        } catch (IOException e) {
            return run.failed(String.valueOf(e.getMessage()));
        }
    }

    private static String text(StoreRun run) {
        StoreBench.Result result = run.result();
        if (result == null) return "FAILED: " + run.failure();
        String wrong = result.holds() ? "" : "  WRONG STATE";
        return String.format(
                Locale.ROOT,
                "%,.0f committed/s  single p50 %s ms  multi p50 %s ms%s",
                result.committedPerSecond(),
                StoreBenchReport.millis(result.singleMicros(), 50),
                StoreBenchReport.millis(result.multiMicros(), 50),
                wrong);
    }

    private void say(String line) {
        if (terminal) out.print("\r\u001b[K");
        out.println(line);
        out.flush();
    }

    private void passing(String text) {
        if (!terminal) return;
        out.print("\r\u001b[K" + text);
        out.flush();
    }
}
