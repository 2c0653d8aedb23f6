package io.abcast.benchmark.cli;

import io.abcast.benchmark.report.JsonText;
import io.abcast.sim.FuzzCampaign;
import io.abcast.sim.FuzzResult;
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

/** {@code sim fuzz}: many seeds, in a few threads; what a seed shows does not depend on them. */
@Command(
        name = "fuzz",
        description = {
            "Run a cluster for each seed: draw a world, a load and faults, heal everything, require progress.",
            "Prints what was drawn for each seed that fails, and the command that runs it again.",
            "Exit code 1 if one fails."
        })
final class SimFuzzCommand implements Callable<Integer> {
    /** Failures described in full; of others only the first line. */
    private static final int REPORTS_MAX = 5;

    private static final int THREADS_MAX = 64;
    private static final long PROGRESS_MILLIS = 2_000;

    @Spec private CommandSpec spec;
    @Mixin private SimOptions options;
    @Mixin private JsonOption json;

    @Option(
            names = "--seeds",
            paramLabel = "FIRST..LAST",
            defaultValue = "1..1000",
            description = "Which seeds. Default: ${DEFAULT-VALUE}.")
    private String seeds;

    @Option(
            names = "--threads",
            defaultValue = "2",
            description = "How many seeds run side by side. Default: ${DEFAULT-VALUE}.")
    private int threads;

    private record Failure(long seed, String invariant, String replay) {}

    private final List<Failure> failures = new ArrayList<>();
    private final AtomicLong next = new AtomicLong();
    private long first;
    private long last;
    private long done;
    private PrintWriter out;

    @Override
    public Integer call() throws InterruptedException {
        parseSeeds();
        if (threads < 1 || threads > THREADS_MAX) {
            throw wrong("--threads: expected 1.." + THREADS_MAX + ", got " + threads);
        }
        options.settings();
        out = spec.commandLine().getOut();
        next.set(first);
        runAll();
        failures.sort(Comparator.comparingLong(Failure::seed));
        json.write(out, document());
        if (json.printsText()) {
            out.printf("%d passed, %d failed%n", done - failures.size(), failures.size());
        }
        out.flush();
        return failures.isEmpty() ? 0 : 1;
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
        FuzzCampaign campaign = new FuzzCampaign(options.settings());
        for (long seed = next.getAndIncrement();
                seed <= last && !Thread.currentThread().isInterrupted();
                seed = next.getAndIncrement()) {
            finished(campaign.run(seed));
        }
    }

    private synchronized void finished(FuzzResult result) {
        done++;
        if (result.passed()) return;
        failures.add(
                new Failure(result.seed(), result.violations().get(0).invariant(), result.rerun()));
        if (!json.printsText()) return;
        if (failures.size() <= REPORTS_MAX) {
            out.println("seed " + result.seed() + "\n" + result.report());
        } else {
            String what = result.violations().get(0).toString();
            out.println("seed " + result.seed() + " " + what.lines().findFirst().orElse(""));
        }
        out.flush();
    }

    private synchronized void showProgress() {
        PrintWriter err = spec.commandLine().getErr();
        err.printf("%d of %d seeds, %d failed%n", done, last - first + 1, failures.size());
        err.flush();
    }

    private void parseSeeds() {
        String[] ends = seeds.split("\\.\\.", -1);
        try {
            first = Long.parseLong(ends[0]);
            last = ends.length == 1 ? first : Long.parseLong(ends[1]);
        } catch (NumberFormatException e) {
            throw wrong("--seeds: expected FIRST..LAST, got " + seeds);
        }
        if (ends.length > 2 || last < first || last == Long.MAX_VALUE) {
            throw wrong("--seeds: expected FIRST..LAST with FIRST <= LAST, got " + seeds);
        }
    }

    private JsonText document() {
        JsonText text = new JsonText().open('{').key("command").value("sim fuzz");
        text.key("protocol").value(options.protocol()).key("nodes").value(options.nodes());
        text.key("passed").value(done - failures.size()).key("failed").value(failures.size());
        text.key("failures").open('[');
        for (Failure failure : failures) {
            text.open('{').key("seed").value(failure.seed());
            text.key("invariant").value(failure.invariant());
            text.key("replay").value(failure.replay()).close('}');
        }
        return text.close(']').close('}');
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
