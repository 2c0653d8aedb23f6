package io.abcast.papers.result;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/**
 * Runs each experiment of a paper several times, and caches the measurements. The runs are independent, and execute in
 * parallel on all processors of this host. The class is not thread-safe.
 *
 * @param <E> type of an experiment, with value semantics; its {@code toString} describes it to users
 * @param <M> type of the measurement of one run
 */
public final class CachedRuns<E, M> {
    /**
     * Runs an experiment once.
     *
     * @param <E> type of the experiment
     * @param <M> type of the measurement
     */
    public interface Run<E, M> {
        M measure(E experiment, long seed);
    }

    private final int runs;
    private final long seed;
    private final Run<E, M> run;
    private final Consumer<String> progress;
    private final Map<E, List<M>> done = new HashMap<>();

    /**
     * Creates an empty cache.
     *
     * @param runs number of runs of each experiment
     * @param seed random seed of the first run; each further run has the next seed
     * @param progress receives the description of each experiment while the caller waits for its measurements
     */
    public CachedRuns(int runs, long seed, Run<E, M> run, Consumer<String> progress) {
        this.runs = runs;
        this.seed = seed;
        this.run = run;
        this.progress = progress;
    }

    /** Measures all experiments that the cache does not have yet. */
    public void measure(List<E> experiments) {
        ExecutorService workers =
                Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
        try {
            Map<E, List<Future<M>>> running = new HashMap<>();
            for (E experiment : experiments) {
                if (done.containsKey(experiment) || running.containsKey(experiment)) continue;
                List<Future<M>> its = new ArrayList<>();
                for (int i = 0; i < runs; i++) {
                    long itsSeed = seed + i;
                    its.add(workers.submit(() -> run.measure(experiment, itsSeed)));
                }
                running.put(experiment, its);
            }
            for (E experiment : experiments) {
                if (!running.containsKey(experiment) || done.containsKey(experiment)) continue;
                progress.accept(experiment.toString());
                List<M> its = new ArrayList<>();
                for (Future<M> each : running.get(experiment)) its.add(each.get());
                done.put(experiment, its);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("a run failed: " + e.getCause(), e.getCause());
        } finally {
            workers.shutdownNow();
        }
    }

    /** The measurements of all runs of an experiment that was measured before, in the order of the runs. */
    public List<M> of(E experiment) {
        return done.get(experiment);
    }
}
