package io.abcast.benchmark.bench;

import io.abcast.load.Experiment;
import io.abcast.load.Second;

/** Told how a sweep goes on. */
public interface SweepListener {
    /** A step that takes a while begins. */
    void phase(RunTitle title, String what);

    /** About once a second while a load runs. */
    void second(RunTitle title, boolean warmup, Second second);

    void finished(RunTitle title, RunResult result);

    /**
     * Where in the sweep.
     *
     * @param position of the run among all, from 1
     */
    record RunTitle(Experiment experiment, int run, int runs, int position, int of) {}
}
