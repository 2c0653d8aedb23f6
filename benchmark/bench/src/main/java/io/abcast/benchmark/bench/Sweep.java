package io.abcast.benchmark.bench;

import io.abcast.command.process.ProcessRegistry;
import io.abcast.load.Experiment;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Runs all experiments of a {@link Plan}: first all experiments in order once, then all experiments in the opposite
 * order once, and so on. With the alternating order, slow drifts of the host's speed affect all experiments alike.
 */
public final class Sweep {
    private final Plan plan;
    private final Path directory;
    private final SweepListener progress;
    private final ProcessRegistry registry;

    /** @param directory directory in which servers keep their data and logs, one sub-directory per run */
    public Sweep(Plan plan, Path directory, SweepListener progress, ProcessRegistry registry) {
        this.plan = plan;
        this.directory = directory;
        this.progress = progress;
        this.registry = registry;
    }

    /** @throws IOException if a run failed; the listener has already received the results of the earlier runs */
    public List<RunResult> run() throws IOException, InterruptedException {
        List<RunResult> results = new ArrayList<>();
        int total = plan.runs() * plan.experiments().size();
        for (int run = 1; run <= plan.runs(); run++) {
            List<Experiment> order = new ArrayList<>(plan.experiments());
            if (run % 2 == 0) Collections.reverse(order);
            for (Experiment experiment : order) {
                int position = results.size() + 1;
                SweepListener.RunTitle title =
                        new SweepListener.RunTitle(experiment, run, plan.runs(), position, total);
                Path runDirectory = directory.resolve("run-" + position);
                RunResult result = new BenchRun(plan, title, progress).run(runDirectory, registry);
                results.add(result);
                progress.finished(title, result);
            }
        }
        return results;
    }
}
