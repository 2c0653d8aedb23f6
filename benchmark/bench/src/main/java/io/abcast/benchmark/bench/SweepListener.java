package io.abcast.benchmark.bench;

import io.abcast.load.Experiment;
import io.abcast.load.Second;

/** Receives the progress of a sweep. */
public interface SweepListener {
    /** Called when a long step begins. */
    void phase(RunTitle title, String what);

    /** Called about once a second while a load runs. */
    void second(RunTitle title, boolean warmup, Second second);

    /**
     * Called when the measurement begins after a warm-up.
     *
     * @param seconds length of the warm-up
     * @param steady whether the rate was steady and the JIT compilers were idle at its end; otherwise the warm-up ended
     *     because it had its maximum length
     */
    void warmedUp(RunTitle title, double seconds, boolean steady);

    void finished(RunTitle title, RunResult result);

    /**
     * The run of a progress report, and its position in the sweep.
     *
     * @param position number of the run among all runs of the sweep, from 1
     */
    record RunTitle(Experiment experiment, int run, int runs, int position, int of) {}
}
