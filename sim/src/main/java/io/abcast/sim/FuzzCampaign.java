package io.abcast.sim;

import io.abcast.sim.check.Checkers;
import java.util.function.Consumer;

/** Many seeds, one after another. Starts no thread; several campaigns may run in threads of their own. */
public final class FuzzCampaign {
    private final FuzzSettings settings;
    private final Coverage coverage;

    public FuzzCampaign(FuzzSettings settings) {
        this(settings, new Coverage(settings.subject().atlas()));
    }

    /** @param coverage takes what the runs meet; knows the subject's atlas */
    public FuzzCampaign(FuzzSettings settings, Coverage coverage) {
        this.settings = settings;
        this.coverage = coverage;
    }

    /** Runs one seed without a trace. */
    public FuzzResult run(long seed) {
        return run(seed, Trace.off());
    }

    public FuzzResult run(long seed, Trace trace) {
        return run(seed, ScheduleFilter.ALL, trace);
    }

    /** Runs one seed with a part of what it draws. */
    public FuzzResult run(long seed, ScheduleFilter keep, Trace trace) {
        return new FuzzRun(settings, seed, keep, trace, coverage).run();
    }

    /** All that a seed draws, and of its faults and actions those that are kept, a numbered line each. */
    public String describe(long seed, ScheduleFilter keep) {
        return new FuzzRun(settings, seed, keep, Trace.off(), coverage).describe();
    }

    /** Runs all seeds in [first, last] and hands each result to {@code each}. */
    public void run(long first, long last, Consumer<FuzzResult> each) {
        for (long seed = first; seed <= last; seed++) each.accept(run(seed));
    }

    /** The same seed with as little as possible of what it draws, so that it still fails in the same way. */
    public Shrunk shrink(FuzzResult failed) {
        // What the many runs of a shrinking meet says nothing about the search.
        Coverage apart = new Coverage(settings.subject().atlas());
        return Shrunk.of(new FuzzCampaign(settings, apart), failed);
    }

    /** What the runs have met. */
    public Coverage coverage() {
        return coverage;
    }

    /**
     * Runs seeds from {@code first} on until the named checker, watching alone, finds something.
     *
     * @return the result that shows it, or {@code null} if none of {@code seedsMax} seeds does
     */
    public FuzzResult firstViolating(String invariant, long first, int seedsMax) {
        FuzzCampaign watched = watchedBy(invariant);
        for (long seed = first; seed < first + seedsMax; seed++) {
            FuzzResult result = watched.run(seed);
            if (result.violates(invariant)) return result;
        }
        return null;
    }

    /** The same with one checker alone, and the requirement of progress. */
    FuzzCampaign watchedBy(String invariant) {
        boolean progress = invariant.equals(Checkers.PROGRESS);
        return progress ? this : new FuzzCampaign(settings.watchedBy(invariant), coverage);
    }
}
