package io.abcast.sim;

import io.abcast.sim.check.Checkers;
import java.util.function.Consumer;

/**
 * Simulates many random runs, each drawn from one seed, one after another in the calling thread. Several campaigns may
 * run at once in separate threads.
 */
public final class FuzzCampaign implements SeedCampaign {
    private final FuzzSettings settings;
    private final Coverage coverage;

    public FuzzCampaign(FuzzSettings settings) {
        this(settings, new Coverage(settings.subject().coverageGoals()));
    }

    /**
     * Creates a campaign whose runs all have the given settings.
     *
     * @param coverage receives the counts of the runs; this object must have the goals of the protocol under test
     */
    public FuzzCampaign(FuzzSettings settings, Coverage coverage) {
        this.settings = settings;
        this.coverage = coverage;
    }

    /** Simulates the run of one seed without writing a trace. */
    public FuzzResult run(long seed) {
        return run(seed, Trace.off());
    }

    public FuzzResult run(long seed, Trace trace) {
        return run(seed, ScheduleFilter.ALL, trace);
    }

    @Override
    public FuzzResult run(long seed, ScheduleFilter keep, Trace trace) {
        return new FuzzRun(settings, seed, keep, trace, coverage).run();
    }

    @Override
    public String describe(long seed, ScheduleFilter keep) {
        return new FuzzRun(settings, seed, keep, Trace.off(), coverage).describe();
    }

    /** Simulates the runs of all seeds in [first, last] and passes each result to {@code each}. */
    public void run(long first, long last, Consumer<FuzzResult> each) {
        for (long seed = first; seed <= last; seed++) each.accept(run(seed));
    }

    @Override
    public Shrunk shrink(SeedResult failed) {
        // Runs that shorten a failed run must not count in the coverage of the search.
        Coverage apart = new Coverage(settings.subject().coverageGoals());
        return Shrunk.of(new FuzzCampaign(settings, apart)::run, failed);
    }

    /** The counts of all goals of the search that the runs of this campaign have reached. */
    public Coverage coverage() {
        return coverage;
    }

    /**
     * Simulates seeds from {@code first} on, with only the checker {@code invariant}, until this checker finds a
     * violation.
     *
     * @return the result with the violation; {@code null} if {@code seedsMax} seeds pass
     */
    public FuzzResult firstViolating(String invariant, long first, int seedsMax) {
        FuzzCampaign watched = watchedBy(invariant);
        for (long seed = first; seed < first + seedsMax; seed++) {
            FuzzResult result = watched.run(seed);
            if (result.violates(invariant)) return result;
        }
        return null;
    }

    FuzzCampaign watchedBy(String invariant) {
        boolean progress = invariant.equals(Checkers.PROGRESS);
        return progress ? this : new FuzzCampaign(settings.watchedBy(invariant), coverage);
    }
}
