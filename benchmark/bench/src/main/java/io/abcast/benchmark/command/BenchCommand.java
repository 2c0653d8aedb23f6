package io.abcast.benchmark.command;

import io.abcast.benchmark.bench.Plan;
import io.abcast.benchmark.bench.RunResult;
import io.abcast.benchmark.bench.Sweep;
import io.abcast.benchmark.report.BenchJson;
import io.abcast.benchmark.report.BenchTable;
import io.abcast.benchmark.report.HtmlReport;
import io.abcast.command.CommandFailedException;
import io.abcast.command.Loggers;
import io.abcast.command.MeasurementOutput;
import io.abcast.command.Outputs;
import io.abcast.command.WorkDirectory;
import io.abcast.report.Environment;
import io.abcast.workloads.StoreWorkload;
import io.abcast.workloads.process.StoreBench;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code abcast bench}: starts clusters of real server processes, puts load on them, measures them and stops them. */
@Command(
        name = "bench",
        description =
                "Start a cluster of real processes on loopback, load it, measure, stop it. Options that take"
                        + " several values make a sweep.",
        sortOptions = false)
final class BenchCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Mixin private LoadOptions load;

    @Mixin private PartitionOptions partitions;

    @Mixin private StoreLoadOptions store;

    @Mixin private DisturbanceOptions disturbance;

    @Option(
            names = "--series",
            paramLabel = "FILE",
            description = "Write one JSON line per second of the measurements.")
    private Path series;

    @Mixin private MeasurementOutput output;

    @Override
    public Integer call() throws InterruptedException {
        Plan loaded = partitions.applied(load.plan(spec.commandLine()), spec.commandLine());
        Plan plan = disturbance.applied(loaded, spec.commandLine());
        checkOutputs();
        Loggers.quiet();
        try {
            return store.wanted(spec.commandLine()) ? runStore(plan) : run(plan);
        } catch (IOException e) {
            throw new CommandFailedException(e.getMessage(), e);
        }
    }

    private int runStore(Plan plan) throws IOException, InterruptedException {
        // Report wrong options before the command makes a directory.
        store.settings(plan, spec.commandLine(), Path.of("."));
        PrintWriter out = output.text();
        WorkDirectory work =
                new WorkDirectory("bench", output.directory(), spec.commandLine().getErr());
        List<StoreBench.Result> results = new ArrayList<>();
        try {
            for (StoreBench.Settings each : store.settings(plan, spec.commandLine(), work.path()))
                results.add(
                        new StoreBench(
                                        each,
                                        line -> {
                                            out.println(line);
                                            out.flush();
                                        })
                                .run());
        } finally {
            work.end();
        }
        out.println();
        out.println(results.get(0).description());
        out.print(StoreBenchReport.table(results));
        for (StoreBench.Result each : results) {
            if (!each.difference().isEmpty()) out.println("DIFFERENT: " + each.difference());
            for (StoreWorkload.Checked checked : each.conditions())
                if (!checked.holds())
                    out.println("VIOLATED: " + checked.condition() + ": " + checked.detail());
        }
        Environment environment = Environment.here(plan.configs().values(), plan.jvmFlags());
        output.write(
                () -> StoreBenchReport.json(environment, results),
                () -> StoreBenchReport.page(results));
        out.flush();
        if (!results.stream().allMatch(StoreBench.Result::holds))
            throw new CommandFailedException(
                    "replicas differ, or conditions do not hold; logs in " + work.path());
        work.clean();
        return 0;
    }

    private void checkOutputs() {
        output.check();
        if (series != null) Outputs.checkFile(spec.commandLine(), "--series", series);
    }

    private int run(Plan plan) throws IOException, InterruptedException {
        PrintWriter out = output.text();
        Environment environment = Environment.here(plan.configs().values(), plan.jvmFlags());
        WorkDirectory work =
                new WorkDirectory("bench", output.directory(), spec.commandLine().getErr());
        List<RunResult> results;
        try (BenchProgress progress = new BenchProgress(out, series)) {
            results = new Sweep(plan, work.path(), progress, work.registry()).run();
        } finally {
            work.end();
        }
        out.println();
        out.print(BenchTable.of(results));
        out.println(load.conditions() + partitions.conditions(plan) + disturbance.conditions());
        output.write(
                () -> BenchJson.document(environment, results),
                () -> new HtmlReport(environment, results));
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
}
