package io.abcast.benchmark.command;

import io.abcast.benchmark.limits.Floors;
import io.abcast.benchmark.limits.Growth;
import io.abcast.benchmark.limits.Limits;
import io.abcast.benchmark.limits.LogResult;
import io.abcast.benchmark.limits.LogRun;
import io.abcast.benchmark.limits.StateResult;
import io.abcast.benchmark.limits.StateRun;
import io.abcast.benchmark.report.LimitsJson;
import io.abcast.benchmark.report.LimitsReport;
import io.abcast.benchmark.report.LimitsTable;
import io.abcast.command.CommandFailedException;
import io.abcast.command.Loggers;
import io.abcast.command.MeasurementOutput;
import io.abcast.command.WorkDirectory;
import io.abcast.command.process.Directories;
import io.abcast.report.Environment;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * {@code abcast limits}: measures the lower bounds of this host, the figures of abcast on this host, and the growth of
 * abcast's cost.
 */
@Command(
        name = "limits",
        description =
                "Measure lower bounds of this host (round trip, sync, the JGroups stack without"
                        + " an ordering protocol), and what abcast reaches on it. Also measure"
                        + " how the cost of abcast grows with servers, payload and clients, and"
                        + " how long a follower needs to return when the state is large.",
        sortOptions = false)
final class LimitsCommand implements Callable<Integer> {
    private static final String LOG = "limits-log";

    private static final String STATE = "limits-state";

    @Spec private CommandSpec spec;

    @Mixin private LimitsOptions options;

    @Mixin private MeasurementOutput output;

    @Override
    public Integer call() throws InterruptedException {
        options.check(spec.commandLine());
        output.check();
        Loggers.quiet();
        try {
            return run();
        } catch (IOException e) {
            throw new CommandFailedException(e.getMessage(), e);
        }
    }

    private int run() throws IOException, InterruptedException {
        PrintWriter out = output.text();
        Environment environment = options.environment();
        WorkDirectory work =
                new WorkDirectory("limits", output.directory(), spec.commandLine().getErr());
        Limits limits;
        try (BenchProgress progress = new BenchProgress(out, null)) {
            limits = measure(work, progress, out);
        } finally {
            work.end();
        }
        output.write(
                () -> LimitsJson.document(environment, limits),
                () -> new LimitsReport(environment, limits, options.conditions()));
        judge(limits, work.path());
        work.clean();
        Path place = options.place(work.path());
        if (!place.equals(work.path()))
            for (String part : List.of(LOG, STATE)) Directories.delete(place.resolve(part));
        out.flush();
        return 0;
    }

    private Limits measure(WorkDirectory work, BenchProgress progress, PrintWriter out)
            throws IOException, InterruptedException {
        Path place = options.place(work.path());
        Floors floors = null;
        if (options.wants("floors")) {
            floors =
                    Floors.measure(
                            options.floors(place),
                            work.path(),
                            work.registry(),
                            line -> tell(out, "floors", line));
            show(out, LimitsTable.floors(floors), LimitsTable.bare(floors.bare()));
        }
        List<Growth.Point> growth = List.of();
        if (options.wants("growth")) {
            growth =
                    new Growth(options.growth())
                            .run(options.plan(), work.path(), progress, work.registry());
            show(out, LimitsTable.growth(growth), options.conditions());
        }
        List<LogResult> logs = List.of();
        if (options.wants("log")) {
            logs =
                    new LogRun(options.log(), line -> tell(out, "log", line))
                            .run(place.resolve(LOG), work.registry());
            show(out, LimitsTable.logs(logs));
        }
        List<StateResult> states = List.of();
        if (options.wants("state")) {
            states =
                    new StateRun(options.state(), line -> tell(out, "state", line))
                            .run(place.resolve(STATE), work.registry());
            show(out, LimitsTable.states(states));
            LimitsTable.ways(states).forEach(out::println);
        }
        return new Limits(floors, growth, logs, states);
    }

    private static void show(PrintWriter out, Object... what) {
        out.println();
        for (Object one : what) out.println(one);
        out.flush();
    }

    private static void tell(PrintWriter out, String part, String line) {
        out.println(part + ": " + line);
        out.flush();
    }

    private static void judge(Limits limits, Path logs) {
        for (Growth.Point point : limits.growth()) {
            String name = point.axis().text() + " " + point.value();
            if (point.result().failure() != null)
                throw new CommandFailedException(
                        name + ": " + point.result().failure() + "; logs in " + logs);
            if (!point.result().agreed())
                throw new CommandFailedException(
                        name + ": the servers' states differ; logs in " + logs);
        }
        for (LogResult log : limits.logs())
            if (!Double.isFinite(log.startSeconds()))
                throw new CommandFailedException(
                        "a follower did not start in time; logs in " + logs);
        for (StateResult state : limits.states()) {
            if (!state.agreed())
                throw new CommandFailedException("the servers' states differ; logs in " + logs);
            if (!Double.isFinite(state.catchUpSeconds()))
                throw new CommandFailedException(
                        "a follower did not come back in time; logs in " + logs);
        }
    }
}
