package io.abcast.benchmark.bench;

import io.abcast.load.Experiment;
import io.abcast.load.Second;

/** Receives the progress of a sweep. */
public interface SweepListener {
    /** A long step begins. */
    void phase(RunTitle title, String what);

    /** Called about once a second while a load runs. */
    void second(RunTitle title, boolean warmup, Second second);

    void finished(RunTitle title, RunResult result);

    /**
     * Position in the sweep.
     *
     * @param position of the run among all, from 1
     */
    record RunTitle(Experiment experiment, int run, int runs, int position, int of) {}
}
