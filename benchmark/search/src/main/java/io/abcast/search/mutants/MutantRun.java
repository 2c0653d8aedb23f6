package io.abcast.search.mutants;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Runs the checks of the mutants of one protocol, several mutants at the same time, and then each distinct check on
 * unpatched sources (control run). A check that finds a violation in unpatched sources proves nothing about mutants.
 * <p>Thread rule: only one thread may use a {@code MutantRun}; its worker threads call the consumers of results and
 * progress, one call at a time.
 */
public final class MutantRun {
    private static final long PROGRESS_MILLIS = 2_000;

    /**
     * The result of the checks of one mutant.
     *
     * @param found name of the violated invariant; empty if no check detects the mutant
     * @param check last check of the mutant that ran
     * @param unit unit of the amount of work of the last check
     * @param amount amount of work that the last check has done
     * @param seconds time in seconds of all checks of the mutant together
     * @param report readable report of the violation by the mutant
     * @param limit reason for which the last check ended before its bound on work; empty if the check reached its bound
     */
    public record Result(
            Mutant mutant,
            String found,
            String check,
            String unit,
            long amount,
            double seconds,
            String report,
            String limit) {
        public boolean survives() {
            return found.isEmpty();
        }
    }

    /**
     * The result of a control run of a check, on unpatched sources.
     *
     * @param found invariant that the unpatched sources violate, so that the check is invalid; empty if the check is
     *     valid
     */
    public record Control(
            String check, String unit, long amount, String found, double seconds, String report) {}

    private static final class Running {
        final String name;
        volatile String now = "waits";

        Running(String name) {
            this.name = name;
        }
    }

    private record Prepared(Mutant mutant, List<Check> checks, ClassLoader loader) {}

    private record Asked(Check check, long amount) {}

    private final String protocol;
    private final Path root;
    private final int threads;
    private final List<Prepared> prepared = new ArrayList<>();
    private final Map<String, Asked> controls = new LinkedHashMap<>();
    private final List<Running> running = new ArrayList<>();

    /**
     * Compiles all mutants, including equivalent mutants that will not run, so that errors are reported before the run
     * begins.
     *
     * @param root root directory of the repository with the sources
     * @param threads number of mutants that run at the same time
     * @throws MutantException if a mutant cannot be compiled
     */
    public MutantRun(String protocol, List<Mutant> mutants, Path root, int threads) {
        this.protocol = protocol;
        this.root = root;
        this.threads = threads;
        for (Mutant mutant : mutants) {
            List<Check> checks = new ArrayList<>();
            for (String line : mutant.checksOf(protocol)) checks.add(Check.parse(protocol, line));
            if (checks.isEmpty() && !mutant.isEquivalent())
                throw new MutantException("mutant " + mutant.name() + ": no check for " + protocol);
            prepared.add(new Prepared(mutant, checks, PatchedProtocol.of(mutant, root)));
        }
    }

    /** Runs all mutants except the equivalent ones (which no check can detect). */
    public void run(Consumer<Result> results, Consumer<String> progress)
            throws InterruptedException {
        List<Runnable> work = new ArrayList<>();
        for (Prepared each : prepared) {
            if (each.mutant().isEquivalent()) continue;
            Running state = new Running(each.mutant().name());
            work.add(() -> finished(runOne(each, state), results));
            running.add(state);
        }
        runAll(work, progress);
    }

    /** Runs each distinct check once on unpatched sources, with the largest amount of work that any mutant needed. */
    public void runControls(Consumer<Control> results, Consumer<String> progress)
            throws InterruptedException {
        List<Runnable> work = new ArrayList<>();
        for (Map.Entry<String, Asked> each : controls.entrySet()) {
            Running state = new Running("control " + each.getKey());
            work.add(() -> finished(control(each.getValue(), state), results));
            running.add(state);
        }
        runAll(work, progress);
    }

    private synchronized <T> void finished(T result, Consumer<T> to) {
        to.accept(result);
    }

    private Result runOne(Prepared each, Running state) {
        long begun = System.nanoTime();
        Check check = null;
        Check.Outcome outcome = null;
        for (Check next : each.checks()) {
            check = next;
            outcome =
                    check.run(
                            each.loader(),
                            check.amountMax(),
                            amount -> state.now = amount + " " + next.unit());
            ask(check, outcome.amount());
            if (outcome.isFound()) break;
        }
        state.now = "";
        return new Result(
                each.mutant(),
                outcome.found(),
                check.key(),
                check.unit(),
                outcome.amount(),
                (System.nanoTime() - begun) / 1e9,
                outcome.report(),
                outcome.limit());
    }

    private synchronized void ask(Check check, long amount) {
        controls.merge(
                check.key(), new Asked(check, amount), (a, b) -> a.amount() >= b.amount() ? a : b);
    }

    private Control control(Asked asked, Running state) {
        long begun = System.nanoTime();
        Check check = asked.check();
        Check.Outcome outcome =
                check.run(
                        PatchedProtocol.unpatched(root),
                        asked.amount(),
                        amount -> state.now = amount + " " + check.unit());
        state.now = "";
        return new Control(
                check.key(),
                check.unit(),
                outcome.amount(),
                outcome.found(),
                (System.nanoTime() - begun) / 1e9,
                outcome.report());
    }

    private void runAll(List<Runnable> work, Consumer<String> progress)
            throws InterruptedException {
        ExecutorService workers = Executors.newFixedThreadPool(threads);
        try {
            List<Future<?>> futures = new ArrayList<>();
            for (Runnable each : work) futures.add(workers.submit(each));
            for (Future<?> future : futures) await(future, progress);
        } finally {
            workers.shutdownNow();
        }
    }

    private void await(Future<?> future, Consumer<String> progress) throws InterruptedException {
        while (true) {
            try {
                future.get(PROGRESS_MILLIS, TimeUnit.MILLISECONDS);
                return;
            } catch (TimeoutException e) {
                progress.accept(state());
            } catch (ExecutionException e) {
                throw new IllegalStateException("a check broke down", e.getCause());
            }
        }
    }

    private String state() {
        StringBuilder text = new StringBuilder();
        int done = 0;
        for (Running each : running) {
            String now = each.now;
            if (now.isEmpty()) done++;
            else if (!now.equals("waits"))
                text.append("; ").append(each.name).append(": ").append(now);
        }
        return done + " of " + running.size() + " done" + text;
    }

    public String protocol() {
        return protocol;
    }
}
