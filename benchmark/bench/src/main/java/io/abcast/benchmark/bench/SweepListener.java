package io.abcast.benchmark.bench;

import io.abcast.load.Experiment;
import io.abcast.load.Second;

/** Receives the progress of a sweep, which is all runs of a plan. */
public interface SweepListener {
    /** Called when a long step of a run begins, such as the start of servers. */
    void phase(RunTitle title, String what);

    /** Called about once a second while clients put load on the servers. */
    void second(RunTitle title, boolean warmup, Second second);

    /**
     * Called when a warm-up ends and the measurement begins.
     *
     * @param seconds length of the warm-up, in seconds
     * @param steady whether the request rate was steady and the JIT compilers were idle; if false, the warm-up has
     *     reached its maximum length
     */
    void warmedUp(RunTitle title, double seconds, boolean steady);

    void finished(RunTitle title, RunResult result);

    /**
     * Identifies the run that a progress report is about, with its position in the sweep.
     *
     * @param position number of the run among all runs of the sweep, from 1
     */
    record RunTitle(Experiment experiment, int run, int runs, int position, int of) {}
}
