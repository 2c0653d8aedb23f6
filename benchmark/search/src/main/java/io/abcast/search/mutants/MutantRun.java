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
 * Runs the mutants of one protocol, some side by side, each until a check finds it. Then it runs each distinct check once without
 * a patch, as far as the mutant went that took longest: where the product is found as well, a check shows nothing.
 *
 * <p>Thread rule: one thread runs it; the consumers are called one at a time, from other threads.
 */
public final class MutantRun {
    private static final long PROGRESS_MILLIS = 2_000;

    /**
     * The result of one mutant.
     *
     * @param found the invariant that it violates; empty: it survives
     * @param check the last check that ran
     * @param unit what that check counts
     * @param amount how many of these it took
     * @param seconds of all checks of this mutant
     * @param report of what was found, for people
     * @param limit why the last check ended before its bound; empty if it did not
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
     * A check without a patch.
     *
     * @param found what it violates; empty, as it should be, if nothing
     */
    public record Control(
            String check, String unit, long amount, String found, double seconds, String report) {}

    /** One unit of work, and how far it is. */
    private static final class Running {
        final String name;
        volatile String now = "waits";

        Running(String name) {
            this.name = name;
        }
    }

    private record Prepared(Mutant mutant, List<Check> checks, ClassLoader loader) {}

    /** A check, and how far its control has to go. */
    private record Asked(Check check, long amount) {}

    private final String protocol;
    private final Path root;
    private final int threads;
    private final List<Prepared> prepared = new ArrayList<>();
    private final Map<String, Asked> controls = new LinkedHashMap<>();
    private final List<Running> running = new ArrayList<>();

    /**
     * Makes all mutants, so that one that cannot be made ends the run before it begins. Mutants that are equivalent are made, too,
     * and not run.
     *
     * @param root of the repository
     * @param threads how many mutants run side by side
     * @throws MutantException if one cannot be made
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

    /** Runs all mutants that are not equivalent. */
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

    /** Runs the checks that have found something, or nothing, without a patch. */
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
