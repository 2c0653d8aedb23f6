package io.abcast.search.command;

import io.abcast.command.JsonOption;
import io.abcast.command.JsonText;
import io.abcast.log.Durability;
import io.abcast.sim.ScheduleFilter;
import io.abcast.sim.SeedCampaign;
import io.abcast.sim.SeedResult;
import io.abcast.sim.Shrunk;
import io.abcast.sim.Trace;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Command {@code sim fuzz}: simulates random runs, each drawn from one seed, in a few threads. The result of a seed
 * does not depend on the number of threads.
 */
@Command(
        name = "fuzz",
        description = {
            "Run a cluster for each seed: draw a model, a load and faults, run them, heal all"
                    + " faults, and require progress.",
            "A failed seed runs again with fewer faults and less load, as long as it fails in the same way. The",
            "command then prints the remaining faults and load, all drawn parameters, and the"
                    + " command that repeats the run.",
            "If --protocol, --partitions or --nodes name several ensembles, the seeds use them one"
                    + " after another.",
            "With --liars members of FBP lie, and the command prints a table of their lies by kind of message.",
            "Exit code 1 if a seed fails, or if more than a tenth of at least 100 runs had no requirement of progress."
        })
final class SimFuzzCommand implements Callable<Integer> {
    private static final int REPORTS_MAX = 5;

    /**
     * In a long search, more runs that need not make progress (because of lost state) would not test progress enough.
     */
    private static final double EXCUSED_SHARE_MAX = 0.1;

    private static final int LONG_SEARCH_RUNS_MIN = 100;
    private static final int THREADS_MAX = 64;
    private static final long PROGRESS_MILLIS = 2_000;

    @Spec private CommandSpec spec;
    @Mixin private SimOptions options;
    @Mixin private JsonOption json;

    @Option(
            names = "--seeds",
            paramLabel = "FIRST..LAST",
            defaultValue = "1..1000",
            description = "Range of seeds. Default: ${DEFAULT-VALUE}.")
    private String seeds;

    @Option(
            names = "--threads",
            defaultValue = "2",
            description = "Number of seeds that run at the same time. Default: ${DEFAULT-VALUE}.")
    private int threads;

    @Option(
            names = "--coverage",
            description =
                    "Print the faults, phases and messages that the search has reached, and those"
                            + " that it has not reached.")
    private boolean showsCoverage;

    private record Failure(long seed, String protocol, String invariant, String replay) {}

    private final List<Failure> failures = new ArrayList<>();
    private final AtomicLong next = new AtomicLong();
    private SeedRange range;
    private long done;
    private SearchedRuns runs;
    private long startedNanos;
    private PrintWriter out;

    @Override
    public Integer call() throws InterruptedException {
        range = SeedRange.parse(spec.commandLine(), seeds);
        if (threads < 1 || threads > THREADS_MAX) {
            throw wrong("--threads: expected 1.." + THREADS_MAX + ", got " + threads);
        }
        runs = options.runs();
        out = spec.commandLine().getOut();
        next.set(range.first());
        startedNanos = System.nanoTime();
        runAll();
        failures.sort(Comparator.comparingLong(Failure::seed));
        json.write(out, document());
        if (json.printsText()) {
            if (showsCoverage) printCoverage();
            if (options.liars() > 0) out.println(runs.lies());
            if (excused() > 0)
                out.printf(
                        "no progress was required of %d of %d runs%s%n",
                        excused(), done, isExcusedTooOften() ? ": expected at most a tenth" : "");
            out.printf("%d passed, %d failed%n", done - failures.size(), failures.size());
        }
        out.flush();
        return failures.isEmpty() && !isExcusedTooOften() ? 0 : 1;
    }

    private long excused() {
        return runs.excused();
    }

    private boolean isExcusedTooOften() {
        // With durability memory, a majority of the members loses its state in many runs, so the
        // search allows any fraction of runs without required progress.
        if (options.durability() == Durability.MEMORY) return false;
        return done >= LONG_SEARCH_RUNS_MIN && excused() > EXCUSED_SHARE_MAX * done;
    }

    private void runAll() throws InterruptedException {
        ExecutorService workers = Executors.newFixedThreadPool(threads);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < threads; i++) running.add(workers.submit(this::work));
            for (Future<?> worker : running) await(worker);
        } finally {
            workers.shutdownNow();
        }
    }

    private void await(Future<?> worker) throws InterruptedException {
        while (true) {
            try {
                worker.get(PROGRESS_MILLIS, TimeUnit.MILLISECONDS);
                return;
            } catch (TimeoutException e) {
                showProgress();
            } catch (ExecutionException e) {
                throw new IllegalStateException("a simulation broke down", e.getCause());
            }
        }
    }

    private void work() {
        SearchedRuns.Share share;
        synchronized (this) {
            share = runs.share();
        }
        List<? extends SeedCampaign> campaigns = share.campaigns();
        for (long seed = next.getAndIncrement();
                seed <= range.last() && !Thread.currentThread().isInterrupted();
                seed = next.getAndIncrement()) {
            SeedCampaign campaign =
                    campaigns.get((int) Long.remainderUnsigned(seed, campaigns.size()));
            SeedResult result = campaign.run(seed, ScheduleFilter.ALL, Trace.off());
            finished(result, result.passed() ? null : campaign.shrink(result));
        }
        synchronized (this) {
            share.end();
        }
    }

    private synchronized void finished(SeedResult result, Shrunk shrunk) {
        done++;
        if (shrunk == null) return;
        failures.add(
                new Failure(
                        result.seed(),
                        result.protocol(),
                        result.violations().get(0).invariant(),
                        shrunk.result().rerun()));
        if (!json.printsText()) return;
        if (failures.size() <= REPORTS_MAX) {
            out.println("seed " + result.seed() + ", " + shrunk.report());
        } else {
            String what = result.violations().get(0).toString();
            out.println("seed " + result.seed() + " " + what.lines().findFirst().orElse(""));
        }
        out.flush();
    }

    private synchronized void showProgress() {
        PrintWriter err = spec.commandLine().getErr();
        err.printf("%d of %d seeds, %d failed%n", done, range.count(), failures.size());
        err.flush();
    }

    private void printCoverage() {
        out.print(runs.table());
        String unmet = runs.unmet();
        out.println(unmet.isEmpty() ? "\nEverything was met." : "\nNever met: " + unmet);
        double seconds = (System.nanoTime() - startedNanos) / 1e9;
        out.printf(
                "%.1f s, %.2f s per thousand schedules, %d threads%n",
                seconds, seconds * 1_000 / Math.max(1, done), threads);
    }

    private JsonText document() {
        JsonText text = new JsonText().open('{').key("command").value("sim fuzz");
        text.key("protocol").value(options.protocol()).key("nodes");
        if (options.nodes().contains(",")) text.value(options.nodes());
        else text.value(Integer.parseInt(options.nodes()));
        text.key("passed").value(done - failures.size()).key("failed").value(failures.size());
        text.key("excused").value(excused());
        text.key("failures").open('[');
        for (Failure failure : failures) {
            text.open('{').key("seed").value(failure.seed());
            text.key("protocol").value(failure.protocol());
            text.key("invariant").value(failure.invariant());
            text.key("replay").value(failure.replay()).close('}');
        }
        text.close(']').key("faults").open('{');
        runs.writeFaults(text);
        return text.close('}').key("unmet").value(runs.unmet()).close('}');
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
