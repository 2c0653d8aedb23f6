package io.abcast.sim;

import io.abcast.sim.check.Checkers;
import java.util.function.Consumer;

/** Many seeds, one after another. Starts no thread; several campaigns may run in threads of their own. */
public final class FuzzCampaign {
    private final FuzzSettings settings;

    public FuzzCampaign(FuzzSettings settings) {
        this.settings = settings;
    }

    /** Runs one seed without a trace. */
    public FuzzResult run(long seed) {
        return run(seed, Trace.off());
    }

    public FuzzResult run(long seed, Trace trace) {
        return new FuzzRun(settings, seed, trace).run();
    }

    /** Runs all seeds in [first, last] and hands each result to {@code each}. */
    public void run(long first, long last, Consumer<FuzzResult> each) {
        for (long seed = first; seed <= last; seed++) each.accept(run(seed));
    }

    /**
     * Runs seeds from {@code first} on until the named checker, watching alone, finds something.
     *
     * @return the result that shows it, or {@code null} if none of {@code seedsMax} seeds does
     */
    public FuzzResult firstViolating(String invariant, long first, int seedsMax) {
        boolean progress = invariant.equals(Checkers.PROGRESS);
        FuzzCampaign watched = progress ? this : new FuzzCampaign(settings.watchedBy(invariant));
        for (long seed = first; seed < first + seedsMax; seed++) {
            FuzzResult result = watched.run(seed);
            if (result.violates(invariant)) return result;
        }
        return null;
    }
}
