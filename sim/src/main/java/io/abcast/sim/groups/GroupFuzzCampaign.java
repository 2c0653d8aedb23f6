package io.abcast.sim.groups;

import io.abcast.sim.ScheduleFilter;
import io.abcast.sim.SeedCampaign;
import io.abcast.sim.SeedResult;
import io.abcast.sim.Shrunk;
import io.abcast.sim.Trace;
import io.abcast.sim.groups.check.GroupChecker;
import java.util.List;

/** Simulates random runs with several groups, each drawn from one seed, one after another. */
public final class GroupFuzzCampaign implements SeedCampaign {
    private final GroupFuzzSettings settings;
    private final GroupCoverage coverage;

    public GroupFuzzCampaign(GroupFuzzSettings settings) {
        this(settings, new GroupCoverage(settings.subject()));
    }

    /**
     * Creates a campaign whose runs all have the given settings.
     *
     * @param coverage receives the counts of the runs; this object must be for the protocol under test
     */
    public GroupFuzzCampaign(GroupFuzzSettings settings, GroupCoverage coverage) {
        this.settings = settings;
        this.coverage = coverage;
    }

    /** Simulates the run of one seed without writing a trace. */
    public GroupFuzzResult run(long seed) {
        return run(seed, ScheduleFilter.ALL, Trace.off());
    }

    @Override
    public GroupFuzzResult run(long seed, ScheduleFilter keep, Trace trace) {
        return run(seed, keep, trace, List.of());
    }

    /** Simulates the run of one seed, with observers that receive notifications of all events, as checkers do. */
    public GroupFuzzResult run(
            long seed, ScheduleFilter keep, Trace trace, List<? extends GroupChecker> observers) {
        return new GroupFuzzRun(settings, seed, keep, trace, coverage, observers).run();
    }

    @Override
    public String describe(long seed, ScheduleFilter keep) {
        return new GroupFuzzRun(settings, seed, keep, Trace.off(), coverage, List.of()).describe();
    }

    @Override
    public Shrunk shrink(SeedResult failed) {
        // The runs that shorten a failed run must not count in the coverage of the search.
        GroupFuzzCampaign apart = new GroupFuzzCampaign(settings);
        return Shrunk.of((seed, keep, trace) -> apart.run(seed, keep, trace), failed);
    }

    /** The counts of all goals of the search that the runs of this campaign have reached. */
    public GroupCoverage coverage() {
        return coverage;
    }
}
